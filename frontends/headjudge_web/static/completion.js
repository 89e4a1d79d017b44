/** Names of cards while they are typed behind `[[`: a listbox beneath the box, by keyboard, pointer and screen reader. */

import { element, known } from "./elements.js";
import { at } from "./place.js";

const PAUSE = 150;
const LEAST = 2;
const NONE = "No card begins so.";
const OPEN = /\[\[([^[\]\n]*)$/;

export class Completion {
  /** @param {HTMLTextAreaElement} box @param {(news: string) => void} tell */
  constructor(box, tell) {
    this.box = box;
    this.tell = tell;
    this.list = known("names");
    /** @type {Map<string, string[]>} */
    this.kept = new Map();
    this.active = -1;
    box.addEventListener("input", () => this.#look());
    box.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the box keeps the focus
      const option = event.target.closest("[role=option]");
      if (this.#options.includes(option)) this.#take(option.textContent);
      else if (option) this.close();
    });
  }

  get open() {
    return !this.list.hidden;
  }

  /** What can be taken. */
  get #options() {
    return [...this.list.querySelectorAll("[role=option]:not([aria-disabled])")];
  }

  /** Whether a key was for the list. @param {KeyboardEvent} event */
  takesKey(event) {
    if (!this.open) return false;
    const options = this.#options;
    if (event.key === "Escape") this.close();
    else if (!options.length) return false;
    else if (event.key === "ArrowDown") this.#choose((this.active + 1) % options.length);
    else if (event.key === "ArrowUp") this.#choose((this.active - 1 + options.length) % options.length);
    else if (event.key === "Enter" || event.key === "Tab") this.#take(options[this.active].textContent);
    else return false;
    event.preventDefault();
    return true;
  }

  close() {
    clearTimeout(this.clock);
    this.list.hidden = true;
    this.list.replaceChildren();
    this.box.removeAttribute("aria-activedescendant");
  }

  /** What stands between `[[` and the caret, or null. */
  #begun() {
    return OPEN.exec(this.box.value.slice(0, this.box.selectionEnd))?.[1] ?? null;
  }

  #look() {
    clearTimeout(this.clock);
    const begun = this.#begun();
    if (begun === null || begun.trim().length < LEAST) this.close();
    else this.clock = setTimeout(() => this.#find(begun), PAUSE);
  }

  async #find(begun) {
    const names = await this.#names(begun.trim());
    if (this.#begun() !== begun || document.activeElement !== this.box) return;
    if (!names) this.close();
    else if (names.length) this.#offer(names);
    else this.#none();
  }

  #offer(names) {
    this.list.replaceChildren(...names.map((name, number) => element("li", { role: "option", id: `name-${number}`, "aria-selected": "false" }, name)));
    this.list.hidden = false;
    this.#choose(0);
    this.tell(`${names.length} ${names.length === 1 ? "card" : "cards"}. Arrow keys choose, Enter takes one.`);
  }

  #none() {
    this.list.replaceChildren(element("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, NONE));
    this.list.hidden = false;
    this.box.removeAttribute("aria-activedescendant");
    this.tell(NONE);
  }

  /** Names for what was begun, or null where none can be looked up now: a name can be typed to its end without help. */
  async #names(begun) {
    const known = this.kept.get(begun);
    if (known) return known;
    try {
      const response = await fetch(at(`/api/cards?q=${encodeURIComponent(begun)}`));
      if (!response.ok) return null;
      const { names } = await response.json();
      this.kept.set(begun, names.slice(0, 8));
      return this.kept.get(begun);
    } catch {
      return null;
    }
  }

  #choose(number) {
    this.active = number;
    [...this.list.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === number)));
    this.list.children[number].scrollIntoView({ block: "nearest" });
    this.box.setAttribute("aria-activedescendant", `name-${number}`);
  }

  #take(name) {
    const { value, selectionEnd } = this.box;
    const before = value.slice(0, selectionEnd).replace(OPEN, `[[${name}]]`);
    const after = value.slice(selectionEnd).replace(/^\]\]/, "");
    this.close();
    this.box.value = before + after;
    this.box.setSelectionRange(before.length, before.length);
    this.box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
