/** Text in which symbols become pictures, cited rule numbers links, and names of cards things that show the card. */

import { element } from "./elements.js";
import { picture } from "./place.js";

/**
 * @typedef {object} Meanings
 * @property {(number: string) => Node | null} rule a link to a cited rule, or null
 * @property {Map<string, string>} cards a name as it may stand in the text → the card's full name
 * @property {(shown: string, name: string) => Node | null} card what shows the card, or null
 */

/** @type {Meanings} */
export const PLAIN = { rule: () => null, cards: new Map(), card: () => null };

const SYMBOL = String.raw`\{[^{}\s]{1,12}\}`;
const RULE = String.raw`(?<![\d.])\d{3}\.\d{1,3}[a-z]{0,2}(?![\p{L}\p{N}]|\.\d)`;

/**
 * The nodes of *text*.
 * @param {string} text
 * @param {Meanings} [meanings]
 * @returns {Node[]}
 */
export function inline(text, meanings = PLAIN) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(pattern(meanings.cards))) {
    const node = meant(match, meanings);
    if (!node) continue;
    nodes.push(document.createTextNode(text.slice(end, match.index)), node);
    end = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

function meant(match, meanings) {
  const { symbol, rule } = match.groups;
  if (symbol) return pictured(symbol);
  if (rule) return meanings.rule(rule);
  const shown = match[0].replace(/^\[\[|\]\]$/g, "");
  const card = meanings.cards.get(shown);
  return card ? meanings.card(shown, card) : null;
}

function pictured(token) {
  const found = picture(token);
  return found && element("img", { class: "symbol", src: found.source, alt: token, title: found.english });
}

/** @param {Map<string, string>} cards */
function pattern(cards) {
  const names = [...cards.keys()].sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = names.length ? String.raw`|(?<![\p{L}\p{N}])(?:\[\[)?(?:${names.join("|")})(?:\]\])?(?![\p{L}\p{N}])` : "";
  return new RegExp(`(?<symbol>${SYMBOL})|(?<rule>${RULE})${any}`, "gu");
}
