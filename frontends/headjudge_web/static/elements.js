/** Making elements: text becomes text nodes, so nothing that comes from elsewhere is ever read as HTML. */

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, unknown>} [traits] attributes; `onclick` and the like are listeners; false and null leave one out
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElement}
 */
export function element(tag, traits = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(traits)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * The element that a page cannot be without.
 * @param {string} id
 * @returns {any}
 */
export function known(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Whether things may move. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
