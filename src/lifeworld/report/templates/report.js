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

function config(width, { data: { values } }) {
  const narrow = width < 520, font = "Inter, sans-serif", keys = [...new Set(values.map((row) => row.group || row.part || row.claim || ""))];
  const letters = keys.map((key) => 6.8 * key.length + 54), room = width - (narrow ? 60 : 140);
  const columns = letters.reduce((sum, one) => sum + one, 0) < room ? keys.length : Math.max(1, Math.min(keys.length, Math.floor(room / Math.max(...letters))));
  const words = { labelColor: "$soft", titleColor: "$soft", labelFont: font, titleFont: font, titleFontWeight: 500 };
  return coloured({
    font, background: "transparent",
    view: { stroke: null },
    axis: { ...words, gridColor: "$line", domainColor: "$line", tickColor: "$line", labelFontSize: 12, titleFontSize: 12, titlePadding: 10 },
    axisX: { labelFlush: false, labelOverlap: "greedy" },
    axisY: { labelLimit: 0, labelPadding: 10, labelColor: "$ink", grid: false, labelLineHeight: LINE },
    axisYQuantitative: { grid: true, labelColor: "$soft" },
    legend: { ...words, labelColor: "$ink", labelFontSize: 13, orient: "top", columns, symbolSize: 90, columnPadding: 20, layout: { top: { direction: "vertical", anchor: "start", margin: 2 } },
      symbolStrokeWidth: 2, labelLimit: narrow ? width - 120 : 0 },
    text: { font }, point: { strokeWidth: 1 },
  });
}

// Names of rows in lines of at most so many letters, broken where their parts end; and rows as high as these need.
const LINE = 14;
function wrapped(name, most) {
  const lines = [""];
  for (const part of name.match(/[A-Z]?(?:[^\sA-Z.:/?=-]|\.\d)*[\s.:/?=-]*/g)) {
    if (lines.at(-1) && (lines.at(-1) + part.trimEnd()).length > most) lines.push("");
    lines[lines.length - 1] += part;
  }
  return lines.map((line) => line.trimEnd());
}

function spaced(spec, most, wide) {
  const beside = ({ name, beside: text }) => [...wrapped(name, most), ...(text ? [text] : [])];
  const names = Object.fromEntries(spec.data.values.map((row) => [row.name ?? "", beside({ name: "", ...row })]));
  const said = (lines) => ({ labelExpr: `(${JSON.stringify(lines)})[datum.label] || datum.label` });
  const groups = [...new Set(spec.data.values.map((row) => row.group ?? ""))], beneath = Math.max(...Object.values(names).flat().map((line) => line.length));
  const room = (wide - 6.4 * beneath - 40) / groups.length / 6.4, above = groups.map((name) => wrapped(name, room)), fits = above.flat().every((line) => line.length <= room);
  const level = { ...said(Object.fromEntries(groups.map((name, n) => [name, above[n]]))), labelLineHeight: LINE, labelPadding: 4 + LINE * (Math.max(...above.map((lines) => lines.length)) - 1), labelAngle: 0 };
  const labels = { axisY: said(names), axisTop: fits ? level : { labelAngle: -40 } };
  const high = LINE * Math.max(...Object.values(names).map((lines) => lines.length)) + 8;
  const { step, for: offset } = spec.height;
  const height = offset ? spec.height : step ? { step: Math.max(step, high) } : Math.max(spec.height, high * Object.keys(names).length);
  return [{ ...spec, height }, labels];
}

async function draw(place) {
  const [spec, labels] = spaced(coloured(specs[place.dataset.figure]), place.clientWidth < 520 ? 18 : 40, place.clientWidth);
  const actions = { export: true, source: false, compiled: false, editor: false };
  await vegaEmbed(place, { ...spec, config: vega.mergeConfig(config(place.clientWidth, spec), labels) }, {
    mode: "vega-lite", renderer: "svg", logLevel: vega.Error, actions, downloadFileName: place.dataset.figure,
    tooltip: { theme: dark.matches ? "dark" : "light" },
  });
  place.querySelector("summary").ariaLabel = "Save this chart";
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
const unfold = (now) => document.querySelectorAll(".more, .rest").forEach((one) => { if (now) { one.dataset.was = one.open; one.open = true; } else one.open = one.dataset.was === "true"; });
addEventListener("beforeprint", () => unfold(true));
addEventListener("afterprint", () => unfold(false));
// The contents: unfolded beside the text where there is room, a fold above it on a phone; the section in sight is marked.
const contents = document.querySelector(".contents details"), links = [...contents.querySelectorAll("a")], room = matchMedia("(min-width: 1100px)");
const fold = () => { contents.open = room.matches; };
function mark() {
  const above = links.filter((link) => document.querySelector(link.hash).getBoundingClientRect().top < innerHeight / 3);
  const here = scrollY + innerHeight > document.documentElement.scrollHeight - 2 ? links.at(-1) : above.at(-1) ?? links[0];
  links.forEach((link) => { if (link === here) link.setAttribute("aria-current", "location"); else link.removeAttribute("aria-current"); });
  contents.querySelector("span").textContent = `· ${here.textContent}`;
}
fold(); mark();
room.addEventListener("change", fold);
addEventListener("scroll", mark, { passive: true });
contents.addEventListener("click", (event) => { if (event.target.closest("a") && !room.matches) contents.open = false; });
