/** Names that can mean several cards: all of them in one form, and the choices as pins. */

import { element } from "./elements.js";

/**
 * @param {{query: string, choices: string[], truncated: boolean}[]} spans
 * @param {string} id of the exchange, so that groups of two exchanges are not one
 * @param {(pins: {span: string, name: string}[]) => void} onChosen
 */
export function choices(spans, id, onChosen) {
  if (spans.length === 1 && spans[0].choices.length === 1) return only(spans[0], onChosen);
  const groups = spans.map((span, number) => group(span, `${id}-${number}`));
  const form = element("form", { class: "choices" }, element("h3", {}, spans.length > 1 ? "Which cards are meant?" : "Which card is meant?"), ...groups);
  form.append(element("div", { class: "actions" }, element("button", { type: "submit", class: "send" }, spans.length > 1 ? "Judge with these cards" : "Judge with this card")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(/** @type {HTMLFormElement} */ (form));
    onChosen(spans.map((span, number) => ({ span: span.query, name: String(chosen.get(`${id}-${number}`)) })));
  });
  return form;
}

/** One button, where one card alone can be meant. */
function only(span, onChosen) {
  const [name] = span.choices;
  const yes = element("button", { type: "submit", class: "send" }, `Did you mean ${name}?`);
  const form = element("form", { class: "choices" }, element("h3", {}, `Which card is “${span.query}”?`), more(span), element("div", { class: "actions" }, yes));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onChosen([{ span: span.query, name }]);
  });
  return form;
}

function more({ truncated }) {
  return truncated ? element("p", { class: "more" }, "There are more. If yours is not here, ask again with its full name in [[double brackets]].") : null;
}

function group(span, name) {
  const radios = span.choices.map((choice) =>
    element("label", {}, element("input", { type: "radio", name, value: choice, required: true, checked: span.choices.length === 1 }), element("span", {}, choice)),
  );
  return element("fieldset", {}, element("legend", {}, `“${span.query}”`), ...radios, more(span));
}
