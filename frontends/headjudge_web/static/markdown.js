/** Light Markdown as elements: paragraphs, lists, quotes, code, bold, italics. What is not understood stays text. */

import { element } from "./elements.js";
import { inline, PLAIN } from "./inline.js";

const FENCE = /^\s*```/;
const BULLET = /^\s*[-*•]\s+(?=\S)/;
const NUMBER = /^\s*\d{1,2}[.)]\s+(?=\S)/;
const QUOTE = /^\s*>\s?/;
const HEADING = /^\s*#{1,6}\s+(?=\S)/;
/** Quotes in quotes beyond this are text. */
const DEEPEST = 3;
const SPAN = /(?<code>`[^`\n]+`)|\*\*(?<bold>\S(?:.*?\S)??)\*\*|(?<![\p{L}\p{N}_*])(?<sign>[*_])(?<italic>[\p{L}\p{N}"“‘'([{](?:.*?[^\s*_])??)\k<sign>(?![\p{L}\p{N}_*])/gsu;

/**
 * The elements of *text*.
 * @param {string} text
 * @param {import("./inline.js").Meanings} [meanings]
 * @param {number} [depth] in how many quotes it stands
 * @returns {HTMLElement[]}
 */
export function markdown(text, meanings = PLAIN, depth = 0) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks = [];
  while (lines.length) {
    if (!lines[0].trim()) lines.shift();
    else blocks.push(block(lines, meanings, depth));
  }
  return blocks;
}

/**
 * *text* without the signs of bold, italics and code.
 * @param {string} text
 * @returns {string}
 */
export function unmarked(text) {
  return text.split("\n").map(bare).join("\n");
}

function bare(line) {
  return line.replace(SPAN, (...found) => {
    const { code, bold, italic } = found.at(-1);
    return code ? code.slice(1, -1) : bare(bold ?? italic);
  });
}

/** Take the next block's lines off *lines*. @returns {HTMLElement} */
function block(lines, meanings, depth) {
  if (FENCE.test(lines[0])) return fenced(lines);
  if (QUOTE.test(lines[0]) && depth < DEEPEST) return element("blockquote", {}, ...markdown(stripped(lines, QUOTE), meanings, depth + 1));
  if (BULLET.test(lines[0])) return list("ul", lines, BULLET, meanings);
  if (NUMBER.test(lines[0])) return list("ol", lines, NUMBER, meanings);
  if (HEADING.test(lines[0])) return element("p", {}, element("strong", {}, ...spans(lines.shift().replace(HEADING, ""), meanings)));
  return element("p", {}, ...broken(paragraph(lines), meanings));
}

function fenced(lines) {
  lines.shift();
  const inside = [];
  while (lines.length && !FENCE.test(lines[0])) inside.push(lines.shift());
  lines.shift();
  return element("pre", { tabindex: "0" }, element("code", {}, inside.join("\n")));
}

function stripped(lines, sign) {
  const inside = [];
  while (lines.length && sign.test(lines[0])) inside.push(lines.shift().replace(sign, ""));
  return inside.join("\n");
}

function list(tag, lines, sign, meanings) {
  const start = tag === "ol" ? parseInt(lines[0], 10) : 1;
  const items = [];
  while (lines.length && (sign.test(lines[0]) || (items.length && /^\s{2,}\S/.test(lines[0])))) {
    const line = lines.shift();
    if (sign.test(line)) items.push(line.replace(sign, ""));
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  return element(tag, start > 1 ? { start } : {}, ...items.map((item) => element("li", {}, ...broken(item.split("\n"), meanings))));
}

function paragraph(lines) {
  const taken = [lines.shift()];
  while (lines.length && lines[0].trim() && ![FENCE, QUOTE, BULLET, NUMBER, HEADING].some((sign) => sign.test(lines[0]))) taken.push(lines.shift());
  return taken;
}

/** Lines with line breaks between them. */
function broken(lines, meanings) {
  return lines.flatMap((line, place) => (place ? [element("br"), ...spans(line, meanings)] : spans(line, meanings)));
}

/** @returns {Node[]} */
function spans(text, meanings) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    nodes.push(...inline(text.slice(end, match.index), meanings), span(match.groups, meanings));
    end = match.index + match[0].length;
  }
  nodes.push(...inline(text.slice(end), meanings));
  return nodes;
}

function span({ code, bold, italic }, meanings) {
  if (code) return element("code", {}, code.slice(1, -1));
  return element(bold ? "strong" : "em", {}, ...spans(bold ?? italic, meanings));
}
