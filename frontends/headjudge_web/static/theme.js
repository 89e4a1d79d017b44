/** Light or dark: as the system says, until the reader says otherwise. It is remembered. */

const KEY = "headjudge.theme";
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing follows the system
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing: it is for this page alone.
  }
}

function current() {
  return root.dataset.theme ?? (dark.matches ? "dark" : "light");
}

const chosen = remembered();
if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

function show(button) {
  const other = current() === "dark" ? "light" : "dark";
  button.querySelector(".theme-name").textContent = other === "dark" ? "Dark" : "Light";
  button.setAttribute("aria-label", `${other === "dark" ? "Dark" : "Light"} colours`);
}

function begin() {
  const button = document.getElementById("theme");
  if (!button) return;
  button.hidden = false;
  show(button);
  button.addEventListener("click", () => {
    const theme = current() === "dark" ? "light" : "dark";
    root.dataset.theme = theme;
    remember(theme);
    show(button);
  });
  dark.addEventListener("change", () => show(button));
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
