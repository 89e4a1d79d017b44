/** Server-sent events out of a reply to a POST, which `EventSource` cannot make. */

/**
 * A comment, which keeps the connection alive, is an event without data.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{event: string, data: string}>}
 */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest = (rest + (value ?? "")).replaceAll("\r\n", "\n");
      const parts = rest.split("\n\n");
      rest = done ? "" : parts.pop() ?? "";
      for (const part of parts) {
        const event = parsed(part);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined); // it may have failed already, which whoever reads has been told
  }
}

/** @param {string} part the lines of one event */
function parsed(part) {
  const lines = part.split("\n");
  const values = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  const data = values("data");
  if (data.length) return { event: values("event")[0] ?? "message", data: data.join("\n") };
  return part.startsWith(":") ? { event: "comment", data: "" } : null;
}
