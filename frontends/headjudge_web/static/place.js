/** Where things are: what the server wrote on the page. */

const { base = "", rules = "{}", symbols = "{}" } = document.body.dataset;
const { root = "", own = false } = JSON.parse(rules);

/** Token of a symbol → name of its picture and what it means. @type {Map<string, [string, string]>} */
const pictures = new Map(Object.entries(JSON.parse(symbols)));

/** @param {string} path begins with a slash */
export function at(path) {
  return base + path;
}

/**
 * The picture of a symbol, or null when there is none.
 * @param {string} token such as `{W}`
 * @returns {{source: string, english: string} | null}
 */
export function picture(token) {
  const found = pictures.get(token);
  return found ? { source: at(`/web/symbols/${encodeURIComponent(found[0])}.svg`), english: found[1] } : null;
}

const QUOTE = 1500;

/**
 * The page of a citation, with its quote marked. Our own pages are asked for where this page came from, whatever its address is called.
 * @param {string} url as the citation gives it
 * @param {string} quote
 * @returns {{href: string, ours: boolean}}
 */
export function source(url, quote) {
  if (!own || !url.startsWith(`${root}/`)) return { href: url, ours: false };
  const [path, hash] = url.slice(root.length).split("#");
  const marked = `quote=${encodeURIComponent([...quote].slice(0, QUOTE).join(""))}`;
  return { href: `${at(`/rules${path}`)}?${marked}${hash ? `#${hash}` : ""}`, ours: true };
}
