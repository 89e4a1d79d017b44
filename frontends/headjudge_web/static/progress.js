/** How far a question is. */

import { element } from "./elements.js";

const STAGES = [
  ["cards", "Finding cards"],
  ["rules", "Reading the rules"],
  ["drafting", "Writing the verdict"],
  ["checking", "Checking quotes"],
];
const LONG = 6000;

export class Progress {
  /** @param {(news: string) => void} tell says it aloud */
  constructor(tell) {
    this.tell = tell;
    this.steps = STAGES.map(([, words]) => element("li", {}, words));
    this.patience = element("p", { class: "patience", hidden: true }, "A verdict can take up to a minute. You can read on meanwhile; the question is kept.");
    this.node = element("div", { class: "progress" }, element("ol", { class: "stages" }, ...this.steps), this.patience);
    this.clock = setTimeout(() => (this.patience.hidden = false), LONG);
    this.last = -1;
  }

  /** @param {string} stage as the server names it, such as `checking 3 of 4 quotes` */
  show(stage) {
    const place = STAGES.findIndex(([name]) => stage.startsWith(name));
    if (place < 0) return;
    const [, words] = STAGES[place];
    const counted = /(\d+) of (\d+)/.exec(stage);
    const said = counted ? `${words} ${counted[1]} of ${counted[2]}` : words;
    this.steps.forEach((step, number) => {
      step.className = number < place ? "done" : number === place ? "now" : "";
      step.textContent = number === place ? said : STAGES[number][1];
    });
    if (place !== this.last) this.tell(words); // each quote aloud would be noise
    this.last = place;
  }

  end() {
    clearTimeout(this.clock);
  }
}
