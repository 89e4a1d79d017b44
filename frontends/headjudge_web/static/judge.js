/** Asking the server, and every way in which that can end. */

import { events } from "./events.js";
import { at } from "./place.js";

/** Seconds without a word from the server after which it is given up. */
const PATIENCE = 180;
/** Statuses of a server, or of a proxy before it, that does not stream. */
const STREAMLESS = new Set([404, 405, 406, 415, 501]);

/**
 * @typedef {{what: "reply", body: any, until?: number}
 *   | {what: "refused", message: string}
 *   | {what: "broken", message: string}
 *   | {what: "unreachable"}
 *   | {what: "late"}} Outcome
 * `until` is the time (milliseconds) before which asking again is of no use.
 */

/**
 * Ask, and tell each stage as it begins.
 * @param {{question: string, session_id: string, pins: {span: string, name: string}[]}} request
 * @param {(stage: string) => void} onStage
 * @returns {Promise<Outcome>}
 */
export async function ask(request, onStage) {
  const watch = new AbortController();
  let clock = setTimeout(() => watch.abort(), PATIENCE * 1000);
  const heard = () => {
    clearTimeout(clock);
    clock = setTimeout(() => watch.abort(), PATIENCE * 1000);
  };
  try {
    const streamed = await post("/web/judge/stream", request, watch.signal);
    if (STREAMLESS.has(streamed.status)) return await outcome(await post("/web/judge", request, watch.signal));
    const type = streamed.headers.get("Content-Type") ?? "";
    if (!streamed.body || !type.startsWith("text/event-stream")) return await outcome(streamed);
    return await listened(streamed, onStage, heard);
  } catch {
    return watch.signal.aborted ? { what: "late" } : { what: "unreachable" };
  } finally {
    clearTimeout(clock);
  }
}

/** @param {string} path @param {unknown} body @param {AbortSignal} signal */
function post(path, body, signal) {
  return fetch(at(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

/** @returns {Promise<Outcome>} */
async function listened(response, onStage, heard) {
  for await (const { event, data } of events(response.body)) {
    heard();
    if (!data) continue;
    const told = JSON.parse(data);
    if (event === "reply") return replied(told, response);
    if (event === "stage") onStage(told.stage);
  }
  return { what: "unreachable" };
}

/** @param {Response} response @returns {Promise<Outcome>} */
async function outcome(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) return replied(await response.json(), response);
  // The service's own sentences are plain text; a page is a proxy's.
  const message = type.startsWith("text/plain") ? (await response.text()).trim() : "";
  return { what: response.status >= 400 && response.status < 500 ? "refused" : "broken", message };
}

/** @returns {Outcome} */
function replied(body, response) {
  const wait = Number(response.headers.get("Retry-After"));
  return wait > 0 ? { what: "reply", body, until: Date.now() + wait * 1000 } : { what: "reply", body };
}
