// Where the app's places stand, and how the first row of each list is drawn: its ground, edges and room.
(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const nav = [...document.querySelectorAll("nav:is(.tab-bar, .side-bar, .strip-bar)")].find(shown);
  const { left, top, width, height } = nav ? nav.getBoundingClientRect() : {};
  const lists = [];
  for (const list of document.querySelectorAll(":is(.list:not(.bare), .rows)")) {
    const row = [...list.children].find(shown);
    if (!row || list.closest("nav, details")) continue;
    const { backgroundColor, borderTop, borderRadius, boxShadow, margin } = getComputedStyle(row);
    lists.push([list.className, backgroundColor, borderTop, borderRadius, boxShadow, margin]);
  }
  return { places: nav ? [left, top, width, height] : null, lists };
})()
