/** The panel in which a citation opens its source, with the quote marked. Without it, the same link leads to the same page. */

import { element, known } from "./elements.js";
import { laid, lifted } from "./layers.js";
import { at } from "./place.js";

let opened = 0;
/** Address of what is shown, by which links in it are read. */
let shown = "";

/**
 * Let a plain click on *link* open the panel; with another button or a key held, it stays a link.
 * @param {HTMLElement} link
 * @param {string} label
 */
export function opensPanel(link, label) {
  link.addEventListener("click", (event) => {
    if (!plain(event)) return;
    event.preventDefault();
    open(link.getAttribute("href") ?? "", label);
  });
  return link;
}

/** @param {MouseEvent} event */
function plain(event) {
  return !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** A rule that a source speaks of opens in the panel, too. @param {MouseEvent} event */
function leads(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || !plain(event)) return;
  const { origin, pathname, search, hash } = new URL(link.getAttribute("href") ?? "", new URL(shown, location.href));
  if (origin !== location.origin || !pathname.startsWith(at("/rules/"))) return;
  event.preventDefault();
  open(pathname + search + hash, link.textContent ?? "");
}

async function open(href, label) {
  const panel = known("panel");
  const body = known("panel-body");
  const number = ++opened;
  shown = href;
  known("panel-title").textContent = label;
  known("panel-link").setAttribute("href", href);
  body.replaceChildren(element("p", {}, "One moment…"));
  if (!panel.open) panel.showModal();
  laid(() => panel.close());
  const leaf = await fetched(href);
  if (number !== opened) return;
  body.replaceChildren(leaf ?? element("p", {}, "The source cannot be shown here now. Open it as a page, or try again in a moment."));
  entitle(body);
  reveal(body, href);
}

/** @returns {Promise<Node | null>} the article of our own page at *href* */
async function fetched(href) {
  try {
    const response = await fetch(href);
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const leaf = page.querySelector("article.leaf");
    return leaf && document.adoptNode(leaf);
  } catch {
    return null;
  }
}

/** Let the article's own title be the panel's: both would say the same. */
function entitle(body) {
  const title = body.querySelector("h1");
  if (!title) return;
  known("panel-title").textContent = title.textContent.trim().replace(/\s+/g, " ");
  title.remove();
}

/** Scroll to the mark, or to what the link names. */
function reveal(body, href) {
  const named = href.split("#")[1];
  const target = body.querySelector(named ? `#${CSS.escape(named)}` : ".current");
  if (named) target?.classList.add("current", "rule-target");
  const seen = (named ? target : body).querySelector?.("mark") ?? target ?? body.querySelector("mark");
  body.scrollTop = 0;
  seen?.scrollIntoView({ block: "center" });
}

/** Let the panel be closed: by its button, by Esc, by a click beside it. */
export function beginPanel() {
  const panel = known("panel");
  known("panel-body").addEventListener("click", leads);
  known("panel-close").addEventListener("click", () => panel.close());
  panel.addEventListener("click", (event) => event.target === panel && panel.close());
  panel.addEventListener("close", () => {
    opened += 1;
    lifted();
    known("panel-body").replaceChildren(); // so that no id stands twice on the page
  });
}
