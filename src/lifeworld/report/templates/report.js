// Draws the figures one after the other, in the page's colours, and again when these or the width change.
const specs = JSON.parse(document.getElementById("specs").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function coloured(value) {
  if (typeof value === "string") return /^\$\w+$/.test(value) ? colour(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map(coloured);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, coloured(inner)]));
}

function config(width) {
  const narrow = width < 520, font = "Inter, sans-serif";
  const words = { labelColor: "$soft", titleColor: "$soft", labelFont: font, titleFont: font, titleFontWeight: 500 };
  return coloured({
    font, background: "transparent",
    view: { stroke: null },
    axis: { ...words, gridColor: "$line", domainColor: "$line", tickColor: "$line", labelFontSize: 12, titleFontSize: 12, titlePadding: 10 },
    axisX: { labelFlush: false, labelOverlap: "greedy" },
    axisY: { labelLimit: 0, labelColor: "$ink", grid: false, labelLineHeight: 12, labelFontSize: narrow ? 11 : 12,
      labelExpr: `length(datum.label) > ${narrow ? 16 : 44} ? split(replace(datum.label, regexp("([.:/] ?| over | \\\\()", "g"), "$1\\n"), "\\n") : datum.label` },
    axisYQuantitative: { grid: true, labelColor: "$soft" },
    legend: { ...words, labelColor: "$ink", labelFontSize: narrow ? 11 : 12, orient: narrow ? "top" : "right", columns: 1, symbolSize: 90,
      symbolStrokeWidth: 2, labelLimit: narrow ? width - 40 : 0 },
    text: { font }, point: { strokeWidth: 1 },
  });
}

async function draw(place) {
  const spec = coloured(specs[place.dataset.figure]);
  const actions = { export: true, source: false, compiled: false, editor: false };
  await vegaEmbed(place, { ...spec, config: config(place.clientWidth) }, {
    mode: "vega-lite", renderer: "svg", logLevel: vega.Error, actions, downloadFileName: place.dataset.figure,
    tooltip: { theme: dark.matches ? "dark" : "light" },
  });
  place.dataset.drawn = "";
}

const places = [...document.querySelectorAll("[data-figure]")];
const open = () => places.filter((place) => place.clientWidth);
let turn = Promise.resolve();
const queue = (some) => some.forEach((place) => { turn = turn.then(() => draw(place)).then(() => new Promise(requestAnimationFrame)); });
document.fonts.load("12px Inter").then(() => queue(open()));
document.addEventListener("toggle", ({ target }) => queue(places.filter((place) => target.open && target.contains(place) && !("drawn" in place.dataset))), true);
dark.addEventListener("change", () => queue(open()));
let width = innerWidth;
addEventListener("resize", () => { if ((width < 640) !== (innerWidth < 640)) { width = innerWidth; queue(open()); } });
const unfold = (now) => document.querySelectorAll(".numbers").forEach((one) => { if (now) { one.dataset.was = one.open; one.open = true; } else one.open = one.dataset.was === "true"; });
addEventListener("beforeprint", () => unfold(true));
addEventListener("afterprint", () => unfold(false));
