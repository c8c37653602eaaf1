// Tells the stage of all that arrives on the page: presses, keys, scrolls, and what fields hold.
(() => {
  let number = 0;
  const KEYS = { Control: "ctrlKey", Alt: "altKey", Shift: "shiftKey", Meta: "metaKey" };
  const tell = (kind, event, more = {}) => {
    const held = Object.keys(KEYS).filter((key) => event[KEYS[key]]);
    const told = { n: number++, kind, on: event.target.id ?? "", at: event.timeStamp, held, ...more };
    fetch("/event", { method: "POST", body: new URLSearchParams({ event: JSON.stringify(told) }) });
  };
  const place = (event) => ({ x: event.clientX, y: event.clientY, button: event.button });
  for (const kind of ["pointerdown", "pointerup", "click"]) {
    addEventListener(kind, (event) => tell(kind, event, place(event)), true);
  }
  addEventListener("pointermove", (event) => { if (!event.buttons) tell("pointermove", event, place(event)); }, true);
  // How far a list went, and not what a wheel says: that counts in other pixels where the device has a ratio.
  const tellScrolls = (list) => {
    list.scrollTo(1500, 1500);
    let [left, top] = [list.scrollLeft, list.scrollTop];
    list.addEventListener("scroll", (event) => {
      tell("scroll", event, { dx: list.scrollLeft - left, dy: list.scrollTop - top });
      [left, top] = [list.scrollLeft, list.scrollTop];
    });
  };
  addEventListener("keydown", (event) => tell("keydown", event, { key: event.key, again: event.repeat }), true);
  addEventListener("keyup", (event) => tell("keyup", event, { key: event.key }), true);
  addEventListener("input", (event) => tell("input", event, { value: event.target.value }), true);
  addEventListener("contextmenu", (event) => event.preventDefault(), true);
  document.querySelectorAll(".list").forEach(tellScrolls);
})();
