// Gestures. Each does what a control in the page does too, and all but the last two are for the phone alone:
//   data-swipe="left", "right" or both on a one-button form   swiping its row that way presses the button
//   data-press on an element around a details.menu       a long press opens the menu
//   data-reorder on a list whose rows have a menu with forms to=top, up, down, bottom    dragging a row's grip moves it
//   a row with one details.menu       the right button of a mouse opens the menu
// On the phone: from the left edge back, from below home (or unlocks), from above the notifications, and at the right of
// it the quick settings.

const FAR = 88; // how far a swipe has to go, in pixels
const LONG = 450; // how long a long press is, in milliseconds
const phone = () => document.documentElement.dataset.device === "phone";

let start = null; // where the pointer went down, and on what
let pressing = 0;
let swallow = false; // a click that ends a gesture is none
let finishing = 0;

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button !== 0) return;
  swallow = false;
  start = { x: event.clientX, y: event.clientY, grip: gripped(event.target), row: event.target.closest("li") };
  const pressed = phone() && event.target.closest("[data-press]");
  clearTimeout(pressing);
  if (pressed) pressing = setTimeout(() => openMenu(pressed), LONG);
});

document.addEventListener("pointermove", (event) => {
  if (!start) return;
  const x = event.clientX - start.x;
  const y = event.clientY - start.y;
  if (Math.hypot(x, y) > 10) clearTimeout(pressing);
  if (start.grip) return drag(start.grip, y);
  if (Math.abs(x) > 12 && Math.abs(x) > 2 * Math.abs(y) && swiped(start.row, x)) start.row.style.translate = `${x}px`;
});

document.addEventListener("pointerup", (event) => {
  clearTimeout(pressing);
  const from = start;
  start = null;
  if (!from) return;
  const x = event.clientX - from.x;
  const y = event.clientY - from.y;
  if (from.grip) return drop(from.grip, y);
  if (from.row) from.row.style.translate = "";
  if (phone() && edge(from, x, y)) return;
  const form = Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y) && swiped(from.row, x);
  if (form) finish(() => form.requestSubmit());
});

function cancel() {
  clearTimeout(pressing);
  if (start?.row) start.row.style.translate = "";
  if (start?.grip) start.grip.row.style.translate = "";
  start = null;
}

document.addEventListener("pointercancel", cancel);

addEventListener("lifeworld:left", () => { // an episode has ended
  cancel();
  clearTimeout(finishing);
  swallow = false;
});

document.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("contextmenu", (event) => {
  const menus = phone() ? [] : event.target.closest("li")?.querySelectorAll("details.menu") ?? [];
  if (menus.length !== 1) return;
  event.preventDefault();
  menus[0].open = true;
});

document.addEventListener("dragstart", (event) => {
  if (phone() || event.target.closest?.("[data-reorder]")) event.preventDefault();
});

function finish(act) {
  swallow = true;
  finishing = setTimeout(() => {
    swallow = false;
    act();
  });
}

function openMenu(around) {
  const menu = around.querySelector("details.menu");
  if (!menu) return;
  menu.open = true;
  swallow = true;
}

const swiped = (row, x) => phone() && row?.querySelector(`form[data-swipe~="${x < 0 ? "left" : "right"}"]`);

function edge(from, x, y) {
  const back = document.querySelector(".bar .back");
  const goes = [
    [from.x < 16 && x > FAR && back, () => back.click()],
    [from.y > innerHeight - 24 && y < -FAR, () => document.querySelector(".unlock button, a.home-bar").click()],
    [from.y < 24 && y > FAR && from.x < innerWidth * 0.67, () => document.querySelector("a.status-clock")?.click()],
    [from.y < 24 && y > FAR, () => document.querySelector("a.status-signs")?.click()],
  ].find(([is]) => is);
  if (goes) finish(goes[1]);
  return Boolean(goes);
}

// Dragging a row among its neighbours

function gripped(target) {
  const row = target.closest("[data-reorder] summary")?.closest("li");
  return row && { row, rows: [...row.parentElement.children] };
}

function drag(grip, y) {
  if (Math.abs(y) > 8) grip.row.style.translate = `0 ${y}px`;
}

function drop(grip, y) {
  grip.row.style.translate = "";
  if (Math.abs(y) <= 8) return;
  const here = grip.rows.indexOf(grip.row);
  const box = grip.row.getBoundingClientRect();
  const middle = box.top + box.height / 2 + y;
  const above = (row) => row !== grip.row && row.getBoundingClientRect().top + row.offsetHeight / 2 < middle;
  const there = grip.rows.filter(above).length;
  finish(() => move(grip, there - here, there));
}

async function move({ row, rows }, by, there) {
  if (!by) return;
  const to = there === 0 ? "top" : there === rows.length - 1 ? "bottom" : by < 0 ? "up" : "down";
  const form = [...row.querySelectorAll("form")].find((one) => one.elements.to?.value === to);
  if (!form) return;
  const steps = to === "up" || to === "down" ? Math.abs(by) - 1 : 0;
  const press = () => fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  for (let step = 0; step < steps; step++) await press();
  form.requestSubmit();
}
