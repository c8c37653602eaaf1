// Draws each figure when it is seen for the first time, in the page's colours, and again when these change.
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
  const narrow = width < 520, font = "system-ui, sans-serif";
  const words = { labelColor: "$soft", titleColor: "$soft", labelFont: font, titleFont: font, titleFontWeight: 500 };
  return coloured({
    font, background: "transparent",
    view: { stroke: null },
    axis: { ...words, gridColor: "$line", domainColor: "$line", tickColor: "$line", labelFontSize: 12, titleFontSize: 12, titlePadding: 10 },
    axisX: { labelFlush: false, labelOverlap: "greedy" },
    axisY: { labelLimit: narrow ? 120 : 260, labelColor: "$ink", grid: false },
    axisYQuantitative: { grid: true, labelColor: "$soft" },
    legend: { ...words, labelColor: "$ink", labelFontSize: narrow ? 11 : 12, orient: "bottom", columns: narrow ? 2 : 6, symbolSize: 90,
      symbolStrokeWidth: 2, labelLimit: narrow ? Math.max(60, width / 2 - 55) : 220 },
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
const seen = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => {
  if (!isIntersecting) return;
  seen.unobserve(target);
  draw(target);
}), { rootMargin: "600px" });
places.forEach((place) => seen.observe(place));
dark.addEventListener("change", () => places.filter((place) => "drawn" in place.dataset).forEach(draw));
addEventListener("beforeprint", () => places.filter((place) => place.clientWidth && !("drawn" in place.dataset)).forEach(draw));
