// Says when the page is at rest: nothing asked for, nothing loading, moving or about to leave, and a frame drawn.
//   await lifeworldSettled()      lifeworldSettled.busy() says whether it isn't, but for the frame
// For whoever takes pictures of pages. A page that is being left never says so; its successor does.
(() => {
  if (globalThis.lifeworldSettled) return;

  const asked = new Set();
  const failed = new WeakSet();
  let leaving = false;
  let scrolledAt = -Infinity;
  let tappedAt = -Infinity;
  const SCROLL_ENDS_AFTER = 120; // for a scroller that is gone before its scrollend
  const CLICK_COMES_WITHIN = 60; // a finger's click is an event of its own after touchend, and a long press has none

  addEventListener("htmx:before:request", (event) => asked.add(event.detail.ctx));
  addEventListener("htmx:finally:request", (event) => asked.delete(event.detail.ctx));
  addEventListener("error", (event) => event.target instanceof Element && failed.add(event.target), true);
  addEventListener("scroll", () => { scrolledAt = performance.now(); }, true);
  addEventListener("scrollend", () => { scrolledAt = -Infinity; }, true);
  addEventListener("touchend", () => { tappedAt = performance.now(); }, { capture: true, passive: true });
  addEventListener("click", () => { tappedAt = -Infinity; }, true);

  // A form goes off in a task of its own, after the click that sent it; the navigation begins only then.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method === "dialog") return;
    leaving = true;
    setTimeout(() => { leaving = leaving === "gone" ? leaving : false; }, 500);
  });
  globalThis.navigation?.addEventListener("navigate", (event) => {
    if (event.destination.sameDocument || event.hashChange || event.downloadRequest !== null) return;
    leaving = event.defaultPrevented ? false : "gone";
  });
  globalThis.navigation?.addEventListener("navigateerror", () => { leaving = false; });

  const fetched = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const token = {};
    asked.add(token);
    try { return await fetched(...args); } finally { asked.delete(token); }
  };

  const here = (page) => page.readyState === "complete" && page.fonts.status === "loaded";
  const framed = () => [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument).filter(Boolean);
  const loading = () => framed().some((page) => page.URL === "about:blank" || !here(page)) ||
    [...document.querySelectorAll("link[rel=stylesheet]")].some((link) => !link.sheet && !link.disabled && !failed.has(link)) ||
    [...document.images].some((image) => !image.complete && image.loading !== "lazy");
  const moving = () => performance.now() - scrolledAt < SCROLL_ENDS_AFTER || document.getAnimations().some((animation) =>
    animation.playState === "running" && Number.isFinite(animation.effect?.getComputedTiming().endTime));
  const tapped = () => performance.now() - tappedAt < CLICK_COMES_WITHIN;
  const busy = () => asked.size > 0 || leaving || tapped() || !here(document) ||
    Boolean(globalThis.navigation?.transition) || loading() || moving();

  // A frame is drawn after its callbacks have run, so what comes next in turn comes after the drawing.
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const moment = () => new Promise((resolve) => setTimeout(resolve, 1));

  const settled = async () => {
    do {
      while (busy()) await moment();
      await frame();
    } while (busy());
    return true;
  };

  Object.defineProperty(globalThis, "lifeworldSettled", { value: Object.assign(settled, { busy }) });
})();
