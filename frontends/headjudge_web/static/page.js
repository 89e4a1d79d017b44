/** The page: the box, the session and its exchanges, put together. */

import { AskBox } from "./askbox.js";
import { beginCards } from "./cards.js";
import { known, still } from "./elements.js";
import { ExchangeView } from "./exchange.js";
import { ask } from "./judge.js";
import { beginLayers } from "./layers.js";
import { beginPanel } from "./panel.js";
import { Session } from "./session.js";

const session = new Session();
const ONE = "One question at a time: the verdict on the last one is not here yet.";
/** What is being judged: one at a time, for each takes a judge. @type {import("./session.js").Exchange | null} */
let judging = null;
/** Brings back the session before this one, until something is asked. @type {(() => void) | null} */
let undo = null;

/** @param {string} news */
function tell(news) {
  known("news").textContent = news;
}

const desk = { again, edit, tell };
const box = new AskBox(begin, tell);

/** @param {string} question @returns {string} why it is not taken */
function begin(question) {
  if (judging) return ONE;
  const view = shown(session.begin(question));
  judge(view);
  return "";
}

/** @param {ExchangeView} view @param {import("./session.js").Pin[]} [pins] */
function again(view, pins = []) {
  if (judging) {
    box.refuse(ONE);
    return;
  }
  const chosen = new Set(pins.map((pin) => pin.span));
  view.exchange.pins = [...view.exchange.pins.filter((pin) => !chosen.has(pin.span)), ...pins];
  judge(view);
  box.box.focus({ preventScroll: true });
}

/** @param {string} question */
function edit(question) {
  box.write(question);
}

/** @param {ExchangeView} view */
async function judge(view) {
  const { exchange } = view;
  occupy(exchange);
  undo = null;
  arrange();
  exchange.outcome = null;
  session.keep();
  const progress = view.wait();
  reveal(view);
  const outcome = await ask({ question: exchange.question, session_id: session.id, pins: exchange.pins }, (stage) => progress.show(stage));
  progress.end();
  if (judging !== exchange) return; // a new session was begun meanwhile
  occupy(null);
  box.free();
  exchange.outcome = outcome;
  session.keep();
  view.show(true);
  const { top } = view.node.getBoundingClientRect();
  if (top > 0 && top < innerHeight) reveal(view); // whoever reads elsewhere meanwhile stays there
}

/** @param {import("./session.js").Exchange | null} exchange */
function occupy(exchange) {
  judging = exchange;
  box.wait(Boolean(exchange));
}

/** @param {ExchangeView} view */
function reveal(view) {
  view.node.scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
}

/** @param {import("./session.js").Exchange} exchange */
function shown(exchange) {
  const view = new ExchangeView(exchange, desk);
  known("exchanges").append(view.node);
  arrange();
  return view;
}

/** Show what belongs to a page with exchanges, or to one without. */
function arrange() {
  const some = session.exchanges.length > 0;
  known("fresh").hidden = !some;
  known("undo").hidden = !undo;
  known("examples").hidden = some;
  box.follow(some);
}

/** Show the whole session. */
function showAll() {
  for (const exchange of session.exchanges) shown(exchange).show();
  arrange();
  known("exchanges").lastElementChild?.scrollIntoView({ block: "start" });
}

known("fresh").addEventListener("click", () => {
  const [back, begun] = [session.renew(), box.box.value];
  undo = () => {
    back();
    box.write(box.box.value || begun);
  };
  occupy(null);
  known("exchanges").replaceChildren();
  arrange();
  box.write("");
  tell("A new session has begun. Until something is asked, it can be undone.");
});

known("undo").addEventListener("click", () => {
  undo?.();
  undo = null;
  showAll();
  tell("The session is back.");
});

for (const example of document.querySelectorAll(".example-question")) {
  example.addEventListener("click", () => box.write(example.textContent ?? ""));
}

beginCards();
beginPanel();
beginLayers();
showAll();
