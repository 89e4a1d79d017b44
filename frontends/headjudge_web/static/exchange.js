/** One question and what came of it, on the page. */

import { choices } from "./choices.js";
import { asText, copy } from "./copy.js";
import { element, known } from "./elements.js";
import { inline } from "./inline.js";
import { notice, noticeOf } from "./notices.js";
import { Progress } from "./progress.js";
import { confidenceInWords, verdict } from "./verdict.js";

const LOST = { title: "The page was left before the verdict came", text: "Your question is kept: ask it again.", again: true, calm: true };
const COPIED = 2500;

export class ExchangeView {
  /**
   * @param {import("./session.js").Exchange} exchange
   * @param {{again: (view: ExchangeView, pins?: import("./session.js").Pin[]) => void, edit: (question: string) => void, tell: (news: string) => void}} desk
   */
  constructor(exchange, desk) {
    this.exchange = exchange;
    this.desk = desk;
    const title = element("h2", { class: "question", id: `question-${exchange.id}`, tabindex: "-1" }, ...inline(exchange.question.replace(/\[\[(.+?)\]\]/g, "$1")));
    this.node = element("article", { class: "exchange", "aria-labelledby": title.id }, title);
  }

  /** Show that it is judged, and return what is told the stages. */
  wait() {
    const progress = new Progress(this.desk.tell);
    this.#fill(progress.node);
    this.node.setAttribute("aria-busy", "true");
    return progress;
  }

  /** Show what came of it. @param {boolean} [fresh] it has come just now */
  show(fresh = false) {
    this.node.removeAttribute("aria-busy");
    const { outcome } = this.exchange;
    if (!outcome) this.#notice(LOST, false);
    else if (outcome.what === "reply" && outcome.body.kind === "answer") this.#answer(outcome.body, fresh);
    else if (outcome.what === "reply" && outcome.body.kind === "ambiguous") this.#choices(outcome.body.spans, fresh);
    else this.#notice(noticeOf(outcome), fresh);
  }

  #fill(...nodes) {
    this.node.replaceChildren(this.node.firstElementChild, ...nodes);
  }

  #answer(answer, fresh) {
    const button = element("button", { type: "button", class: "plain" }, "Copy as text");
    button.addEventListener("click", async () => {
      const done = await copy(asText(this.exchange.question, answer));
      button.textContent = done ? "Copied" : "Copying is not possible here";
      this.desk.tell(button.textContent);
      setTimeout(() => (button.textContent = "Copy as text"), COPIED);
    });
    this.#fill(...verdict(answer), element("div", { class: "actions" }, button));
    if (fresh) this.desk.tell(`The answer is here. ${confidenceInWords(answer)}.`);
  }

  #choices(spans, fresh) {
    const form = choices(spans, this.exchange.id, (pins) => this.desk.again(this, pins));
    const edit = element("button", { type: "button", class: "plain", onclick: () => this.desk.edit(this.exchange.question) }, "Edit the question");
    form.querySelector(".actions")?.append(edit);
    this.#fill(form);
    if (!fresh) return;
    this.desk.tell("A name can mean several cards. Choose which.");
    // Whoever writes the next question already goes on writing.
    if (!known("question").value) form.querySelector("input:not([type=hidden]), .send")?.focus({ preventScroll: true });
  }

  #notice(said, fresh) {
    this.#fill(notice(said, () => this.desk.again(this), () => this.desk.edit(this.exchange.question)));
    if (fresh) this.desk.tell(`${said.title}. ${said.text}`);
  }
}
