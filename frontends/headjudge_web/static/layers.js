/** What lies over the page: the browser's Back takes it off, and does not leave the page. */

/** @type {(() => void) | null} Takes off what lies there. */
let off = null;
/** Whether we are on our way back ourselves. */
let returning = false;

function marked() {
  return Boolean(history.state?.layer);
}

function mark() {
  history.scrollRestoration = "manual"; // going back is not to scroll what is read
  history.pushState({ layer: true }, "");
}

/** Something was laid over the page, or takes the place of what lay there. @param {() => void} onBack takes it off */
export function laid(onBack) {
  off = onBack;
  if (!marked()) mark();
}

/** It was taken off by other means than Back. */
export function lifted() {
  if (!off) return;
  off = null;
  setTimeout(tidy); // the next may be laid at once
}

/** Leave no step behind that Back would take in vain. */
function tidy() {
  if (off || returning || !marked()) return;
  returning = true;
  history.back();
}

/** Let Back take things off. A step that is left from before a reload is taken back. */
export function beginLayers() {
  addEventListener("popstate", () => {
    if (marked()) return;
    history.scrollRestoration = "auto";
    const ours = returning;
    returning = false;
    if (ours && off) return mark(); // laid while we were on our way
    const take = off;
    off = null;
    take?.();
  });
  tidy();
}
