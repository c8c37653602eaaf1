// Copies and draws what the screens take from npm into src/lifeworld/web/vendor, the same bytes each time.
//
//   npm ci --ignore-scripts && npm run vendor
//
// js/         htmx; Vega, Vega-Lite and Vega-Embed, which the report of a run carries inside it
// check/      axe-core, which `lifeworld audit screens` and the tests run on pages; no page loads it
// fonts/      one woff2 a family and subset, and fonts.css; chinese.css for pages in Chinese alone. Another family: npm install --save-exact its package, name it in FAMILIES
// icons.json  Lucide, all of it: name -> the shapes inside its <svg>
// emoji/      Fluent art, one SVG an emoji; characters.json: character -> name
// avatars/    STYLE/NUMBER.svg, see avatars.mjs

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STYLES, portrait } from "./avatars.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const out = join(root, "src/lifeworld/web/vendor");

const FAMILIES = [
  "inter", "roboto", "figtree", "dm-sans", "hanken-grotesk", "source-sans-3", "source-serif-4", "nunito-sans", "rubik",
  "jetbrains-mono", "open-sans", "lora", "grenze-gotisch",
];
const SUBSETS = ["latin-ext", "latin"];
const LARGEST_ART = 60_000; // bytes; a heavier drawing gives way to its flat sister, for the sake of the browser
const AVATARS = 80;

const read = (path) => readFileSync(join(modules, path), "utf8");
const readJson = (path) => JSON.parse(read(path));

function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

const SCRIPTS = [
  "htmx.org/dist/htmx.min.js", "vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js",
  "vega-embed/build/vega-embed.min.js",
];

function scripts() {
  for (const path of SCRIPTS) cpSync(join(modules, path), join(out, "js", basename(path)));
}

function checks() {
  mkdirSync(join(out, "check"), { recursive: true });
  cpSync(join(modules, "axe-core/axe.min.js"), join(out, "check/axe.min.js"));
}

function face(family, file, { weights, range }) {
  return `@font-face{font-family:"${family}";font-weight:${weights};font-style:normal;font-display:block;` +
    `src:url(${file}) format("woff2");unicode-range:${range}}`;
}

function fonts() {
  const css = [...FAMILIES.flatMap(letters), ...emojiFont()];
  write("fonts/fonts.css", css.join("\n") + "\n");
  write("fonts/chinese.css", chineseFont().join("\n") + "\n");
}

function letters(id) {
  const { family, variable } = readJson(`@fontsource-variable/${id}/metadata.json`);
  const ranges = readJson(`@fontsource-variable/${id}/unicode.json`);
  const weights = `${variable.wght.min} ${variable.wght.max}`;
  return SUBSETS.map((subset) => {
    const file = `@fontsource-variable/${id}/files/${id}-${subset}-wght-normal.woff2`;
    cpSync(join(modules, file), join(out, `fonts/${id}-${subset}.woff2`));
    return face(family, `${id}-${subset}.woff2`, { weights, range: ranges[subset] });
  });
}

// Emoji in fields, where no picture can stand; a browser loads only the parts whose characters it meets.
function emojiFont() {
  const ranges = readJson("@fontsource/noto-color-emoji/unicode.json");
  return Object.keys(ranges).filter((subset) => /\d/.test(subset)).map((subset) => {
    const part = subset.replace(/\D/g, "");
    const file = `@fontsource/noto-color-emoji/files/noto-color-emoji-${part}-400-normal.woff2`;
    cpSync(join(modules, file), join(out, `fonts/emoji-${part}.woff2`));
    return face("Noto Color Emoji", `emoji-${part}.woff2`, { weights: "400", range: ranges[subset] });
  });
}

// In some hundred parts; a browser loads those whose characters it meets.
function chineseFont() {
  const { family, variable } = readJson("@fontsource-variable/noto-sans-sc/metadata.json");
  const ranges = readJson("@fontsource-variable/noto-sans-sc/unicode.json");
  const weights = `${variable.wght.min} ${variable.wght.max}`;
  return Object.keys(ranges).filter((subset) => /\d/.test(subset)).map((subset) => {
    const part = subset.replace(/\D/g, "");
    const file = `@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${part}-wght-normal.woff2`;
    cpSync(join(modules, file), join(out, `fonts/chinese-${part}.woff2`));
    return face(family, `chinese-${part}.woff2`, { weights, range: ranges[subset] });
  });
}

function icons() {
  const files = readdirSync(join(modules, "lucide-static/icons")).filter((file) => file.endsWith(".svg")).sort();
  const shapes = (text) => text.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, "");
  const inside = (text) => shapes(text).replace(/\s*\n\s*/g, "").replaceAll(" />", "/>");
  const drawn = files.map((file) => [file.slice(0, -4), inside(read(`lucide-static/icons/${file}`))]);
  write("icons.json", JSON.stringify(Object.fromEntries(drawn)));
}

const svg = (body, size) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${body}</svg>`;
// Written as “.5” and never as a bare “0”: in compact paths (“-.07.97”) a number may follow another without a space.
const rounded = (body) =>
  body.replace(/\d*\.\d{3,}/g, (digits) => {
    const short = Number(digits).toFixed(2).replace(/0+$/, "").replace(/\.$/, ".0");
    return short.replace(/^0\./, ".");
  });
const untoned = (name) => name.replace(/-(medium-light|medium-dark|light|medium|dark)(?=-|$)/g, "");

// Where Unicode and the artists call one thing by two names.
const OTHER_NAMES = {
  "smiling-face-with-open-hands": "hugging-face",
  "face-with-crossed-out-eyes": "knocked-out-face",
  "enraged-face": "pouting-face",
  "person-blond-hair": "person-blonde-hair",
  "woman-blond-hair": "woman-blonde-hair",
  "man-blond-hair": "man-blonde-hair",
  "red-triangle-pointed-up": "red-triangle",
};
const owners = /^((?:wo)?man|rescue-worker)-s-/; // "womans-hat"
const drawnName = (slug) => OTHER_NAMES[slug] ?? slug.replace("-o-clock", "-oclock").replace(owners, "$1s-");

function emoji() {
  const art = drawings("@iconify-json/fluent-emoji/icons.json");
  const flat = drawings("@iconify-json/fluent-emoji-flat/icons.json");
  const known = characters(art);
  const spoken = new Set(Object.values(known));
  const names = Object.keys(art).filter((name) => spoken.has(name) || untoned(name) === name).sort();
  for (const name of names) {
    const full = rounded(art[name].body);
    write(`emoji/${name}.svg`, svg(full.length > LARGEST_ART ? flat[name].body : full, 32));
  }
  write("emoji/characters.json", JSON.stringify(known));
  return names.length;
}

function drawings(path) {
  const { icons, aliases, width } = readJson(path);
  const turned = Object.entries(aliases).filter(([, { hFlip }]) => hFlip)
    .map(([name, { parent }]) => [name, { body: `<g transform="matrix(-1 0 0 1 ${width} 0)">${icons[parent].body}</g>` }]);
  return { ...icons, ...Object.fromEntries(turned) };
}

function characters(art) {
  const spoken = Object.entries(readJson("unicode-emoji-json/data-by-emoji.json"))
    .map(([text, { slug }]) => [text, drawnName(slug.replaceAll("_", "-"))]);
  return Object.fromEntries(spoken.filter(([, name]) => Object.hasOwn(art, name)));
}

function avatars() {
  for (const style of STYLES)
    for (let number = 0; number < AVATARS; number++) write(`avatars/${style}/${number}.svg`, portrait(style, number));
}

function licences() {
  const all = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies);
  const named = all.filter((name) => name !== "axe-core"); // which only tests use, where it lies
  const parts = [...withAllInside(named)].sort().map((name) => {
    const { version, license } = readJson(`${name}/package.json`);
    return `${name} ${version}: ${license}\n${"-".repeat(72)}\n${licenceText(name)}\n`;
  });
  write("LICENSES.txt", parts.join("\n"));
}

// What is built into a package's one file is copied with it, so its licence is, too.
function withAllInside(names, found = new Set()) {
  for (const name of names.filter((one) => !found.has(one))) {
    found.add(name);
    withAllInside(Object.keys(readJson(`${name}/package.json`).dependencies ?? {}), found);
  }
  return found;
}

function licenceText(name) {
  const file = readdirSync(join(modules, name)).filter((one) => /^licen[cs]e/i.test(one)).sort()[0];
  if (file) return read(`${name}/${file}`).trim();
  if (!existsSync(join(modules, name, "info.json"))) return `by ${authorOf(readJson(`${name}/package.json`))}`;
  const { license, author } = readJson(`${name}/info.json`);
  return `${license.title}, by ${author.name}: ${license.url}`;
}

const authorOf = ({ author, contributors }) => JSON.stringify(author ?? contributors ?? "its authors");

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "js"), { recursive: true });
mkdirSync(join(out, "fonts"), { recursive: true });
scripts();
checks();
fonts();
icons();
const drawn = emoji();
avatars();
licences();
console.log(`vendored ${FAMILIES.length} font families, ${drawn} emoji, ${STYLES.length * AVATARS} avatars`);
