// “Show more” below a list is a plain link. Whoever scrolls on where the page ends, with the link in view, gets the rest
// without pressing it. A scroll that still has somewhere to go loads nothing, so no target moves that was on the screen.

const KEYS = new Set(["ArrowDown", "PageDown", "End", " "]);
const FAR = 24; // how far a finger goes before it scrolls on, in pixels
let written = false; // something was typed or chosen, which the page drawn anew would not have
let asked = false;
let finger = null; // where it went down

function scroller(element) {
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return document.scrollingElement;
}

const ended = (box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
const seen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;

// The link that scrolling on over an element comes to.
function next(element) {
  const link = [...document.querySelectorAll("[data-more]")].findLast((one) => scroller(one) === scroller(element));
  const offered = link && !link.closest("[inert]") && ended(scroller(link)) && seen(link.getBoundingClientRect());
  return offered && !written ? link : null;
}

async function load(link, by) {
  if (!link || asked) return;
  const box = scroller(link);
  asked = true;
  await htmx.ajax("GET", link.href, { source: link, replace: "true" }).finally(() => { asked = false; });
  box.scrollBy(0, by);
}

document.addEventListener("input", () => { written = true; });
document.addEventListener("htmx:after:swap", () => { written = false; });

// Not passive: a scroll is over only when this has run, so that a page is not at rest before it has asked.
document.addEventListener("wheel", (event) => {
  if (event.deltaY > 0 && !event.ctrlKey) load(next(event.target), event.deltaY);
}, { passive: false });

document.addEventListener("touchstart", ({ target, touches }) => {
  finger = next(target) && { target, y: touches[0].clientY };
}, { passive: true });

document.addEventListener("touchmove", ({ touches }) => {
  if (finger && finger.y - touches[0].clientY > FAR) load(next(finger.target), finger.y - touches[0].clientY);
}, { passive: true });

document.addEventListener("keydown", ({ key, target }) => {
  if (KEYS.has(key) && !target.closest("input, select, textarea, button, summary")) load(next(target), 0);
});
