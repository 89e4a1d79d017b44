/** The box in which a question is written. */

import { Completion } from "./completion.js";
import { known } from "./elements.js";
import { draft } from "./session.js";

/** Most characters (code points) of a question: a limit of the service. */
const MOST = 1000;

/** What the box holds at first: what the address asks (`/?q=…`), or what was half written when the page was left. */
function begun() {
  const { pathname, search, hash } = location;
  const asked = new URLSearchParams(search).get("q");
  if (asked === null) return draft.read();
  history.replaceState(history.state, "", pathname + hash); // so that a reload keeps what is changed in it
  return asked.trim();
}

export class AskBox {
  /** @param {(question: string) => string} onAsk takes the question, or says why not @param {(news: string) => void} tell */
  constructor(onAsk, tell) {
    this.onAsk = onAsk;
    /** @type {HTMLTextAreaElement} */
    this.box = known("question");
    this.completion = new Completion(this.box, tell);
    known("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.box.addEventListener("input", () => this.#count());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.fill(begun());
  }

  /** @param {string} text */
  write(text) {
    this.fill(text);
    this.box.focus();
    this.box.setSelectionRange(text.length, text.length);
  }

  /** Like `write`, but leave the focus where it is. @param {string} text */
  fill(text) {
    this.box.value = text;
    this.#count();
  }

  /** @param {boolean} busy whether a question is judged, so that another is not taken now */
  wait(busy) {
    known("send").setAttribute("aria-disabled", String(busy));
  }

  /** Take back why a question was not taken. */
  free() {
    this.#count();
  }

  /** @param {boolean} follows whether there was a question before */
  follow(follows) {
    known("question-label").textContent = follows ? "Your next question" : "Your question";
    this.box.placeholder = follows ? "A follow-up, or something new" : "";
  }

  #key(event) {
    if (event.isComposing || this.completion.takesKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#send();
  }

  #count() {
    draft.keep(this.box.value);
    const length = [...this.box.value].length;
    const count = known("count");
    count.textContent = `${length} / ${MOST}`;
    count.classList.toggle("over", length > MOST);
    const over = length - MOST;
    this.refuse(over > 0 ? `${over} ${over === 1 ? "character" : "characters"} too many.` : "");
  }

  /** Say why a question is not taken. @param {string} sentence empty: it is */
  refuse(sentence) {
    known("ask-fault").textContent = sentence;
    this.box.setAttribute("aria-invalid", String(Boolean(sentence)));
  }

  #send() {
    const question = this.box.value;
    if (!question.trim()) this.refuse("Write a question first.");
    else if ([...question].length <= MOST) this.#hand(question);
    this.box.focus();
  }

  #hand(question) {
    const refusal = this.onAsk(question);
    if (refusal) this.refuse(refusal);
    else this.write("");
  }
}
