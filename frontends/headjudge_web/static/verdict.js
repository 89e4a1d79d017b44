/** A verdict: what is decided, how sure it is, by which rules, and every citation. */

import { cardName } from "./cards.js";
import { element } from "./elements.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { opensPanel } from "./panel.js";
import { source } from "./place.js";

const SURE = { high: "High confidence", medium: "Medium confidence", low: "Low confidence" };
const ADVICE = { low: "Read the cited rules before you rely on it.", medium: "", high: "" };

/**
 * @typedef {{label: string, url: string | null, quote: string}} Citation
 * @typedef {{answer: string, confidence: "low" | "medium" | "high", source: "cr" | "commander", cr_version: string,
 *   citations: Citation[], cards: {name: string, url: string}[]}} Answer
 */

/** @param {Answer} answer @returns {HTMLElement[]} */
export function verdict(answer) {
  return [
    element("p", { class: "standing" }, confidence(answer.confidence), ADVICE[answer.confidence] || null, element("span", {}, rulesOf(answer))),
    element("div", { class: "verdict" }, ...markdown(answer.answer, meanings(answer))),
    sources(answer),
    ...(answer.cards.length ? [cards(answer.cards)] : []),
  ];
}

/** @param {"low" | "medium" | "high"} sure */
function confidence(sure) {
  const bars = element("span", { class: "bars", "aria-hidden": "true" }, element("i"), element("i"), element("i"));
  return element("span", { class: `confidence ${sure}` }, bars, SURE[sure] ?? `Confidence: ${sure}`);
}

/** @param {Answer} answer */
export function confidenceInWords(answer) {
  return SURE[answer.confidence] ?? `Confidence: ${answer.confidence}`;
}

/** @param {Answer} answer */
export function rulesOf(answer) {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(answer.cr_version) ?? [];
  const when = year && new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(Date.UTC(+year, +month - 1, +day));
  const which = answer.source === "commander" ? "Commander, rules" : "Rules";
  return when ? `${which} of ${when}` : which;
}

/** @param {Answer} answer @returns {import("./inline.js").Meanings} */
function meanings(answer) {
  const cited = new Map(answer.citations.filter((citation) => citation.url).map((citation) => [citation.label, citation]));
  const seen = new Set();
  return {
    rule: (number) => (cited.has(number) ? cite(cited.get(number), "rule-number") : null),
    cards: namesOf(answer.cards),
    card: (shown, name) => {
      if (seen.has(name)) return null; // one stop of the keyboard a card
      seen.add(name);
      return cardName(shown, name);
    },
  };
}

/** How a verdict may name its cards: in full, by a face, and by what stands before a comma where one card alone is called so. */
function namesOf(cards) {
  const names = new Map();
  const short = new Map();
  for (const { name } of cards) {
    for (const face of [name, ...name.split(" // ")]) {
      names.set(face, name);
      const [head, ...rest] = face.split(",");
      if (rest.length) short.set(head, short.has(head) && short.get(head) !== name ? null : name);
    }
  }
  for (const [head, name] of short) if (name && !names.has(head)) names.set(head, name);
  return names;
}

/** @param {Citation} citation @param {string} look */
function cite(citation, look) {
  const { href, ours } = source(citation.url, citation.quote);
  const link = element("a", { class: look, href, rel: "noopener", target: ours ? null : "_blank" }, citation.label);
  return ours ? opensPanel(link, citation.label) : link;
}

/**
 * Whether *text* has the quote of *citation* already, whichever quotation marks it is written with.
 * @param {string} text @param {Citation} citation
 */
export function quotedIn(text, citation) {
  return alike(text).includes(alike(citation.quote));
}

function alike(text) {
  return text.replace(/[“”„"‘’‚]/g, "'").replace(/\s+/g, " ").trim();
}

/** @param {Answer} answer */
function sources({ answer, confidence, citations }) {
  const title = confidence === "low" ? "Sources" : "What it rests on"; // what only quotes rules decides nothing
  const items = citations.map((citation) => {
    const pill = citation.url ? cite(citation, "pill") : element("span", { class: "pill silent" }, citation.label);
    if (quotedIn(answer, citation)) return element("li", { class: "citation said" }, pill);
    return element("li", { class: "citation" }, pill, element("blockquote", {}, ...inline(citation.quote)));
  });
  return element("section", { class: "sources", "aria-label": "Sources" }, element("h3", {}, title), element("ul", { class: "citations" }, ...items));
}

/** Where a card's link leads, in words. @param {string} url */
function whereTo(url) {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "another site";
  return `on ${host === "scryfall.com" ? "Scryfall" : host}`;
}

/** @param {{name: string, url: string}[]} found */
function cards(found) {
  const items = found.map(({ name, url }) => {
    const away = url && element("a", { class: "away", href: url, rel: "noopener", target: "_blank", "aria-label": `${name} ${whereTo(url)}` }, whereTo(url));
    return element("li", {}, cardName(name, name), away || null);
  });
  return element("section", { class: "sources", "aria-label": "Cards" }, element("h3", {}, "Cards"), element("ul", { class: "cards" }, ...items));
}
