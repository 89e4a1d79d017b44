/** A verdict as plain text on the clipboard. */

import { unmarked } from "./markdown.js";
import { confidenceInWords, quotedIn, rulesOf } from "./verdict.js";

/** @param {string} question @param {import("./verdict.js").Answer} answer */
export function asText(question, answer) {
  const cited = answer.citations.map((citation) => {
    const said = quotedIn(answer.answer, citation) ? citation.label : `${citation.label}: “${citation.quote}”`;
    return [said, citation.url].filter(Boolean).join("\n");
  });
  return [`Question: ${question}`, unmarked(answer.answer), ...cited, `${confidenceInWords(answer)}. ${rulesOf(answer)}. Copied from Headjudge.`].join("\n\n");
}

/** @param {string} text @returns {Promise<boolean>} whether it is there */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text); // no clipboard without https, or without leave
  }
}

function copiedByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
