// What the kit adds where JavaScript runs. Every screen works without it.

// A boosted page must be the page that a plain load would show: fields as the server wrote them, nothing focused but what
// asks for it, and else the control that was pressed where its page stays.
function asLoaded() {
  for (const form of document.forms) form.reset();
  if (!written || !writeOn(...written)) {
    toTop();
    const asks = document.querySelector("[autofocus]:not([inert] *)");
    if (asks) asks.focus();
    else if (held) focusAgain(...held);
  }
  showCurrent();
}

// What a search finds shows while one types, on its own page or on the way there; its field keeps what is written.
const TYPED = /&typed=1$/;
let written = null;

for (const type of ["input", "compositionend"]) {
  document.addEventListener(type, ({ target, isComposing }) => {
    if (isComposing || !target.matches("[data-typed]")) return;
    const path = new URL(target.form.action).pathname;
    const how = path === location.pathname ? "replace" : "push";
    htmx.ajax("GET", path, { source: target, target: document.body, swap: "innerMorph", [how]: "true" });
  });
}

// Who goes elsewhere meanwhile stays there.
let asked = null;
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const typed = ctx.sourceElement.matches("[data-typed]");
  if (!typed) asked?.request.abort?.();
  asked = typed ? ctx : null;
});

const typing = (one) => one.matches("[data-typed]") &&
  [one.name, one.value, one === document.activeElement, one.selectionStart, one.selectionEnd];

function writeOn(name, value, active, ...marked) {
  const field = document.querySelector(`[data-typed][name="${name}"]:not([inert] *)`);
  if (!field) return false;
  field.value = value;
  if (!active) return true;
  field.focus();
  field.setSelectionRange(...marked);
  return true;
}

// One goes on typing behind what a search field holds, however one came to it.
function toEnd({ target }) {
  const { length } = target.value ?? "";
  if (target.matches("[data-typed]") && !target.selectionEnd) target.setSelectionRange(length, length);
}

document.addEventListener("focusin", toEnd);
if (document.activeElement) toEnd({ target: document.activeElement });

// Pressed once more it may do the opposite (star and unstar): its address ends otherwise then. Where as many are left, it
// is the same of them. A menu is shut by now, and its sign has the focus for all of its buttons, whichever it has now.
let held = null;
const PRESSED = "button, a[data-more]";
const leads = (one) => one.getAttribute("formaction") ?? one.getAttribute("href") ?? one.form?.getAttribute("action") ?? "";
const folder = (one) => leads(one).replace(/[^/]*$/, "");
const inMenu = (one) => one.matches(".menu *");
const alike = (from, name, listed) => [...document.querySelectorAll(PRESSED)].filter((one) =>
  folder(one) === from && one.name === name && inMenu(one) === listed);

function noted(pressed) {
  if (!pressed.matches(PRESSED)) return null;
  const all = alike(folder(pressed), pressed.name, inMenu(pressed));
  return [folder(pressed), pressed.name, inMenu(pressed), all.indexOf(pressed), all.length];
}

function focusAgain(from, name, listed, at, count) {
  const all = alike(from, name, listed);
  const one = all.length === count ? all[at] : listed && all[0];
  if (!one) return;
  const shut = one.closest("details:not([open])");
  (shut?.querySelector("summary") ?? one).focus({ preventScroll: true });
}

// What is open stands in view in the list beside it, whose first row is not cut by what stands above it.
function showCurrent() {
  const row = document.querySelector(":is(.pane, .list-pane) li:has([aria-current])");
  const pane = row?.closest(".pane, .list-pane");
  row?.scrollIntoViewIfNeeded();
  if (!pane?.scrollTop) return;
  const head = Math.max(...[...pane.querySelectorAll(".bar, .bulk")].map((one) => one.getBoundingClientRect().bottom));
  const first = [...row.parentElement.children].find((one) => one.getBoundingClientRect().bottom > head);
  pane.scrollBy(0, Math.min(0, first.getBoundingClientRect().top - head));
}

showCurrent();

// Nothing is focused, and the next Tab goes to the first control.
function toTop() {
  document.body.tabIndex = -1;
  document.body.focus({ preventScroll: true });
  document.body.removeAttribute("tabindex");
}

// Each app has a look of its own. The sheets of those that were shown stay, switched off, until they are shown again.
const sheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")];
const named = (page) => sheets(page).map((link) => link.getAttribute("href"));

function add(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: "not all" });
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = resolve; });
}

function dress(page) {
  const root = document.documentElement;
  const there = page.documentElement;
  for (const { name, value } of there.attributes) root.setAttribute(name, value);
  for (const name of root.getAttributeNames()) if (!there.hasAttribute(name)) root.removeAttribute(name);
  const worn = new Set(named(page));
  for (const { sheet, attributes } of sheets(document)) {
    const media = worn.has(attributes.href.value) ? "" : "not all";
    if (sheet && sheet.media.mediaText !== media) sheet.media.mediaText = media;
  }
}

// A page comes with its look, which is there before the page is shown.
async function fetched(ctx, address, request) {
  const response = await fetch(address, request);
  const text = await response.text();
  ctx.page = new DOMParser().parseFromString(text.slice(0, text.indexOf("<body")), "text/html");
  const known = new Set(named(document));
  await Promise.all(named(ctx.page).filter((href) => !known.has(href)).map(add));
  const url = response.url.replace(TYPED, "");
  return { url, status: response.status, headers: response.headers, text: () => text };
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request, sourceElement } = ctx;
  if (sourceElement.matches("[data-typed]")) {
    request.body = new FormData(sourceElement.form);
    request.body.append("typed", "1");
  }
  ctx.fetch = (address, request) => fetched(ctx, address, request);
});

// A desktop's panel stands over the page that it was opened from (?back=).
function beneath(address, isPanel) {
  const { pathname, search, searchParams } = new URL(address);
  return isPanel ? searchParams.get("back") : pathname + search;
}

function isOverThis(ctx) {
  const here = Boolean(document.querySelector(".panel-layer"));
  const there = named(ctx.page).some((href) => href.includes("/panels.css"));
  return (here || there) && beneath(ctx.response.raw.url, there) === beneath(location.href, here);
}

// A button that leads back to the page it stands on keeps the place on that page, as does more of a list, or a panel
// over it: what has changed is morphed in. Of every other page nothing stays, whatever was scrolled, marked, opened or
// written there; the browser itself finds the place again in a page that one goes back to.
document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
  const { request, response, sourceElement } = ctx;
  const same = (name) => new URL(response.raw.url)[name] === location[name];
  const more = sourceElement.matches("[data-more]") || (sourceElement.matches("[data-typed]") && same("pathname"));
  ctx.again = request.method === "GET" ? more : same("href");
  const stays = ctx.again || isOverThis(ctx);
  if (stays) ctx.swap = `${ctx.swap} show:none`;
  else if (!request.headers["HX-History-Restore-Request"]) ctx.swap = "outerSync show:top";
});

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  dress(ctx.page);
  held = ctx.again ? noted(document.activeElement) : null;
  written = typing(ctx.sourceElement);
  if (ctx.swap.startsWith("outer")) getSelection().removeAllRanges();
});

document.addEventListener("htmx:after:swap", asLoaded);

// Menus close when one looks elsewhere.
const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const close = document.querySelector(".layer:not([inert] *) > a.scrim");
  if (openMenus().length || close) event.preventDefault(); // a search field keeps what is written
  if (openMenus().length) for (const menu of openMenus()) menu.open = false;
  else close?.click();
});

// Shows the page of an address as a link to it would; in the place of the open page where that is the page itself.
globalThis.lifeworldOpen = (address, anew = false) => {
  const kept = anew || address === location.pathname + location.search;
  htmx.ajax("GET", address, { target: document.body, swap: "outerSync show:top", [kept ? "replace" : "push"]: "true" });
};
