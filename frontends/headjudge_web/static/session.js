/** The session: its id, by which a follow-up is understood, and its exchanges. A reload keeps both; a closed tab forgets them. */

const KEY = "headjudge.session.1";
const DRAFT = "headjudge.draft.1";
const KEPT = 30;

/**
 * @typedef {object} Pin
 * @property {string} span
 * @property {string} name
 *
 * @typedef {object} Exchange
 * @property {string} id
 * @property {string} question
 * @property {Pin[]} pins
 * @property {import("./judge.js").Outcome | null} outcome null while it is judged
 */

/** A random UUID; `crypto.randomUUID` is there only over https. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The half-written question; a reload keeps it, too. */
export const draft = {
  /** @param {string} text */
  keep(text) {
    try {
      sessionStorage.setItem(DRAFT, text);
    } catch {
      // As below.
    }
  },
  /** @returns {string} */
  read() {
    try {
      return sessionStorage.getItem(DRAFT) ?? "";
    } catch {
      return "";
    }
  },
};

export class Session {
  constructor() {
    const kept = this.#read();
    /** @type {string} */
    this.id = kept?.id ?? uuid();
    /** @type {Exchange[]} */
    this.exchanges = kept?.exchanges ?? [];
  }

  /** @param {string} question @returns {Exchange} */
  begin(question) {
    const exchange = { id: uuid(), question, pins: [], outcome: null };
    this.exchanges.push(exchange);
    this.exchanges.splice(0, this.exchanges.length - KEPT);
    this.keep();
    return exchange;
  }

  /** Write down what has changed. */
  keep() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ id: this.id, exchanges: this.exchanges }));
    } catch {
      // A browser that keeps nothing: the session lasts until the page is left.
    }
  }

  /** Begin anew, and return how to take that back. @returns {() => void} */
  renew() {
    const { id, exchanges } = this;
    this.#become(uuid(), []);
    return () => this.#become(id, exchanges);
  }

  #become(id, exchanges) {
    this.id = id;
    this.exchanges = exchanges;
    this.keep();
  }

  #read() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
      return kept && typeof kept.id === "string" && Array.isArray(kept.exchanges) ? kept : null;
    } catch {
      return null;
    }
  }
}
