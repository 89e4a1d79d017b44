/** Names of cards that show the card's text: under the pointer, with the keyboard's focus, and at a tap. */

import { element, known } from "./elements.js";
import { inline } from "./inline.js";
import { laid, lifted } from "./layers.js";
import { at } from "./place.js";

const GAP = 8;
const touched = matchMedia("(hover: none)");
/** @type {Map<string, Promise<any>>} */
const fetched = new Map();
/** @type {HTMLElement | null} The name whose card is shown. */
let shownFor = null;
let leaving = 0;

/** @param {string} name a card's full name */
function card(name) {
  if (!fetched.has(name)) {
    const asked = fetch(at(`/api/cards/${encodeURIComponent(name)}`)).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    });
    fetched.set(name, asked);
    asked.catch(() => fetched.delete(name)); // the next look asks again
  }
  return fetched.get(name);
}

/**
 * The part of a text that names a card.
 * @param {string} text as it stands there
 * @param {string} name the card's full name
 */
export function cardName(text, name) {
  const trigger = element("button", { type: "button", class: "card-name", "data-card": name }, text);
  trigger.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(trigger, name));
  trigger.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && leave());
  trigger.addEventListener("focus", () => show(trigger, name));
  trigger.addEventListener("blur", hide);
  trigger.addEventListener("click", () => show(trigger, name));
  return trigger;
}

async function show(trigger, name) {
  clearTimeout(leaving);
  if (shownFor === trigger) return;
  hide();
  shownFor = trigger;
  trigger.setAttribute("aria-describedby", "card-text");
  fill([element("p", {}, "One moment…")]);
  place(trigger);
  if (touched.matches) laid(hide); // on a phone, it covers the page
  let nodes;
  try {
    nodes = (await card(name)).faces.map(face);
  } catch {
    nodes = [element("p", {}, "The card’s text cannot be shown now.")];
  }
  if (shownFor !== trigger) return;
  fill(nodes);
  place(trigger);
}

function fill(nodes) {
  known("card-text").replaceChildren(...nodes);
}

function place(trigger) {
  const popover = known("card-text");
  if (!popover.matches(":popover-open")) popover.showPopover();
  const [name] = trigger.getClientRects();
  const { width, height } = popover.getBoundingClientRect();
  const left = Math.min(Math.max(name.left, GAP), document.documentElement.clientWidth - width - GAP);
  const below = name.bottom + GAP + height <= innerHeight || name.top < height + GAP;
  popover.style.setProperty("left", `${Math.max(left, GAP)}px`);
  popover.style.setProperty("top", `${Math.max(below ? name.bottom + GAP : name.top - height - GAP, GAP)}px`);
}

function leave() {
  leaving = setTimeout(hide, 250);
}

/** Hide the card that is shown. */
export function hide() {
  clearTimeout(leaving);
  if (!shownFor) return;
  shownFor.removeAttribute("aria-describedby");
  shownFor = null;
  known("card-text").hidePopover();
  if (touched.matches) lifted();
}

function face(side) {
  const strength = side.power !== null && side.toughness !== null ? `${side.power}/${side.toughness}` : null;
  const corner = strength ?? (side.loyalty !== null ? `Loyalty: ${side.loyalty}` : side.defense !== null ? `Defense: ${side.defense}` : null);
  return element(
    "div",
    { class: "face" },
    element("p", { class: "face-name" }, element("span", {}, side.name), element("span", { class: "cost" }, ...inline(side.mana_cost))),
    element("p", { class: "type" }, side.type_line),
    ...side.oracle_text.split("\n").filter(Boolean).map((line) => element("p", {}, ...inline(line))),
    corner && element("p", { class: "corner" }, corner),
  );
}

/** Keep the card beside its name, which the keyboard's focus may have scrolled into sight. */
function follow() {
  if (!shownFor) return;
  const { top, bottom } = shownFor.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) hide();
  else place(shownFor);
}

/** Let Esc and a tap elsewhere put the card away; the pointer may rest on it. */
export function beginCards() {
  const popover = known("card-text");
  popover.addEventListener("pointerenter", () => clearTimeout(leaving));
  popover.addEventListener("pointerleave", leave);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  addEventListener("scroll", follow, { passive: true });
  addEventListener("pointerdown", (event) => {
    const on = /** @type {Element} */ (event.target);
    if (!on.closest?.("#card-text, .card-name")) hide();
  });
}
