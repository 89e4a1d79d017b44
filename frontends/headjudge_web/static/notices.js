/** What is said when there is no verdict, and what can be done. */

import { element } from "./elements.js";

/**
 * @typedef {{title: string, text: string, calm?: boolean, again?: boolean, edit?: boolean, until?: number}} Notice
 */

/** @param {import("./judge.js").Outcome} outcome @returns {Notice} */
export function noticeOf(outcome) {
  switch (outcome.what) {
    case "reply":
      return ofKind(outcome);
    case "refused":
      return { title: "The question was not accepted", text: outcome.message || "Change it and ask again.", edit: true };
    case "broken":
      return { title: "The service has trouble", text: outcome.message || "It is not answering now. Your question is kept: ask again in a moment.", again: true };
    case "late":
      return { title: "No verdict came in time", text: "The judge may still be at work. Your question is kept: ask again in a moment.", again: true };
    default:
      return { title: "The judge cannot be reached", text: "Look at your connection. Your question is kept: ask again when you are back.", again: true };
  }
}

function ofKind({ body, until }) {
  switch (body.kind) {
    case "not_found":
      return { title: body.names.length > 1 ? "These names are no cards" : "This name is no card", text: `${list(body.names)} ${body.names.length > 1 ? "match" : "matches"} nothing. Look at the spelling, or type [[ to choose a card from the list.`, calm: true, edit: true };
    case "busy":
      return { title: "Every judge is busy", text: "Your question is kept. Ask again in a moment.", again: true, until };
    case "rate_limited":
      return { title: "That was your share of questions for now", text: `${body.message} Your question is kept.`, again: true, until };
    default:
      return { title: "No verdict", text: body.message ?? "Ask in other words.", calm: true, edit: true };
  }
}

function list(names) {
  const quoted = names.map((name) => `“${name}”`);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}` : quoted[0];
}

/**
 * @param {Notice} notice
 * @param {() => void} onAgain
 * @param {() => void} onEdit
 */
export function notice({ title, text, calm, again, edit, until }, onAgain, onEdit) {
  const actions = element("div", { class: "actions" });
  // Where another wording is what helps, it comes first.
  if (edit) actions.append(element("button", { type: "button", class: "send", onclick: onEdit }, "Edit the question"));
  if (again) actions.append(againButton(until, onAgain, edit ? "plain" : "send"));
  return element("div", { class: calm ? "notice calm" : "notice" }, element("h3", {}, title), element("p", {}, text), actions);
}

/** A button that waits until asking is of use. */
function againButton(until, onAgain, look) {
  const button = /** @type {HTMLButtonElement} */ (element("button", { type: "button", class: look, onclick: onAgain }, "Ask again"));
  const tick = () => {
    const left = Math.ceil(((until ?? 0) - Date.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `Ask again in ${clock(left)}` : "Ask again";
    if (left > 0) setTimeout(tick, 500);
  };
  tick();
  return button;
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
