// A phone's own keyboard, on pages that ask for it (data-keyboard on the root): it covers the lower part of the screen
// while a text field has the focus, and its keys type there. Typing does the same, and a keyboard is no part of what an
// app tells readers, so nothing of it is in the accessibility tree.

const LETTERS = {
  en: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"],
  es: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
  fr: ["azertyuiop", "qsdfghjklm", "wxcvbn’"],
};
const SIGNS = { 123: ["1234567890", "-/:;()$&@\"", ".,?!'"], "#+=": ["[]{}#%^*+=", "_\\|~<>€£¥•", ".,?!'"] };
const PADS = new Set(["numeric", "decimal", "tel"]); // what fields ask for that hold numbers
const HELD = { // what a letter offers that is held down
  a: "àáâäæãå", c: "ç", e: "éèêë", i: "íìîï", l: "ł", n: "ñ", o: "óòôöœõø", s: "ß", u: "úùûü", y: "ÿ",
  "-": "–—", "'": "’‘", "\"": "“”„«»", "?": "¿", "!": "¡", ".": "…",
};
const HOLDING = 450; // milliseconds
const TWICE = 350;
const TEXTS = new Set(["text", "search", "email", "tel", "url", "password", "number"]);
const ICONS = {
  shift: "M12 4 3.5 12.5H8V19h8v-6.5h4.5z",
  erase: "M8.5 5.5H20a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H8.5L2.5 12zM11 9.5l5 5M16 9.5l-5 5",
  hide: "M4 3.5h16a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 13V5A1.5 1.5 0 0 1 4 3.5zM6 7h.01M10 7h.01M14 7h.01M18 7h.01M8 11h8M9 18l3 3 3-3",
};

const root = document.documentElement;
let field = null; // that has the focus, and takes text
let board = null, raised = null; // and a bar at the lower end of the screen that holds the field
let page = "", shift = "", shiftedAt = 0; // shift is “once” or “lock”
let more = null, fresh = false; // what a letter offers, and whether the letter is still held down
let holding = 0, waiting = 0; // timers

function focused() {
  const one = document.activeElement;
  const texts = one?.localName === "textarea" || (one?.localName === "input" && TEXTS.has(one.type));
  return root.dataset.keyboard && texts && !one.readOnly && !one.disabled && root.dataset.device === "phone" ? one : null;
}

function make(className, ...inside) {
  const made = document.createElement("span");
  made.className = className;
  made.append(...inside);
  return made;
}

function key(face, press, kinds = "plain") {
  const cap = make("key-cap");
  if (face in ICONS) cap.innerHTML = `<svg viewBox="0 0 24 24" class="key-icon"><path d="${ICONS[face]}"/></svg>`;
  else cap.textContent = face;
  const made = make(["key-button", ...kinds.split(" ").map((kind) => `key-${kind}`)].join(" "), cap);
  made.press = press;
  return made;
}

// ---- what keys do

function edit(command, text) {
  document.execCommand(command, false, text);
  if (shift !== "lock") shift = capital();
  if (text === " ") page = "";
  draw();
}

const write = (text) => edit("insertText", text);
const erase = () => edit("delete");
const home = () => document.querySelector("a.home-bar")?.click();
const turn = (to) => { page = to; draw(); };

// A sentence begins with a capital, in fields that hold any text.
function capital() {
  if (!(field.type === "text" || field.localName === "textarea") || field.autocapitalize === "none") return "";
  return /(^|[.!?]\s+|\n)$/.test(field.value.slice(0, field.selectionStart)) ? "once" : "";
}

// Pressed twice in a row, it stays.
function press({ timeStamp }) {
  const again = timeStamp - shiftedAt < TWICE;
  shift = again && shift !== "lock" ? "lock" : shift ? "" : "once";
  shiftedAt = timeStamp;
  draw();
}

const button = () => [...field.form?.elements ?? []].find((one) => one.type === "submit");

function enter() {
  if (field.localName === "textarea") return write("\n");
  if (!field.form) return field.blur();
  const fields = [...field.form.elements].filter((one) => one.localName === "textarea" || TEXTS.has(one.type));
  if (button()) button().click();
  else if (fields.length < 2) field.form.requestSubmit();
}

function entering([, back, search, go, done]) {
  if (field.localName === "textarea") return back;
  if (!field.form) return done;
  if (field.type === "search" || field.closest("search, [role=search]")) return search;
  const said = button()?.ariaLabel ?? button()?.textContent.trim() ?? "";
  return said && said.length <= 8 ? said : go;
}

// ---- drawing

const capitalised = (one) => one === "ß" ? "ẞ" : one.toUpperCase();
const letter = (one) => key(one, () => write(one), "letter");
const mode = () => field.inputMode || (field.type === "number" ? "decimal" : field.type);

function keys(words) {
  const shown = page ? SIGNS[page] : LETTERS[root.lang] ?? LETTERS.en, other = page === "123" ? "#+=" : "123";
  const rows = shown.map((row) => [...row].map((one) => letter(shift && !page ? capitalised(one) : one)));
  rows[2].unshift(page ? key(other, () => turn(other), "wide word") : key("shift", press, `wide ${shift}`));
  rows[2].push(key("erase", erase, "wide"));
  const pages = key(page ? "ABC" : "123", () => turn(page ? "" : "123"), "mode word");
  const acts = field.localName === "textarea" ? "" : "acts";
  if (field.closest(".editor")) rows.unshift([key("⇥", () => write("    ")), ...[..."(){}[]\"=:_#"].map(letter)]);
  return [...rows, [pages, key(words[0], () => write(" "), "space word"), key(entering(words), enter, `enter word ${acts}`)]];
}

function pad(words) {
  const rows = ["123", "456", "789", ",0."].map((row) => [...row].map(letter));
  rows[0].push(letter(mode() === "tel" ? "+" : "-"));
  rows[1].push(key("␣", () => write(" ")));
  rows[2].push(key("erase", erase));
  rows[3].push(key(entering(words), enter, "enter word acts"));
  return rows;
}

function draw() {
  const words = root.dataset.keyboard.split("|"); // space, return, search, go, done
  const rows = PADS.has(mode()) ? pad : keys;
  board.classList.toggle("key-pad", rows === pad);
  const strip = make("key-strip", key("hide", () => field.blur(), "hide"), key("", home, "home"));
  board.replaceChildren(...rows(words).map((row) => make("key-row", ...row)), strip);
  more = null;
}

function offer(held) {
  const face = held.textContent;
  const others = HELD[face.toLowerCase()];
  if (!others || !held.isConnected) return;
  more = make("key-more", ...[...others].map((one) => letter(face === face.toLowerCase() ? one : capitalised(one))));
  fresh = true;
  board.append(more);
  const left = held.offsetLeft + held.offsetWidth / 2 - more.offsetWidth / 2;
  more.style.left = `${Math.max(4, Math.min(left, board.offsetWidth - more.offsetWidth - 4))}px`;
  more.style.top = `${held.offsetTop - more.offsetHeight - 2}px`;
}

// ---- when it is there

function open(again) {
  board = make("keyboard");
  board.setAttribute("aria-hidden", "true");
  board.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  board.addEventListener("pointerdown", ({ target }) => {
    fresh = false;
    const held = target.closest(".key-letter");
    if (held && !more) holding = setTimeout(offer, HOLDING, held);
  });
  for (const type of ["pointerup", "pointercancel"]) board.addEventListener(type, () => clearTimeout(holding));
  board.addEventListener("click", (event) => {
    event.stopPropagation(); // what closes by a click beside it stays open
    const pressed = event.target.closest(".key-button");
    if (more && !more.contains(pressed)) return fresh || draw();
    pressed?.press(event);
  });
  if (!again) {
    page = "";
    shift = capital();
  }
  draw();
  document.body.append(board);
  raised = covers() && bar(field);
  if (raised) raised.style.insetBlockEnd = "var(--keyboard-h)";
  for (const block of ["nearest", "start"]) if (covers()) field.scrollIntoView({ block, behavior: "instant" });
}

const covers = () => field.getBoundingClientRect().bottom > board.getBoundingClientRect().top;
const bar = (one) => one && (/sticky|fixed/.test(getComputedStyle(one).position) ? one : bar(one.parentElement));

function refresh() {
  const now = focused();
  if (now === field && Boolean(board?.isConnected) === Boolean(now)) return;
  const again = field && now?.matches("[data-typed]") && now.name === field.name; // found while one types
  close();
  field = now;
  if (field) open(again);
}

function close() {
  board?.remove();
  if (raised) raised.style.insetBlockEnd = "";
  board = more = raised = null;
}

// Only after the tap that moves the focus has been a click: nothing moves away under the finger.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(refresh);
}

for (const type of ["focusin", "focusout", "click", "htmx:after:swap"]) document.addEventListener(type, soon);
addEventListener("lifeworld:uncover", close);
addEventListener("lifeworld:left", close);
soon();
