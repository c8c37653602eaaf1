// The panel works without this; with it, it stays current and keeps what is typed.
const live = () => document.querySelector("#live");
const panel = () => document.querySelector("#panel");

async function refresh() {
  if (document.hidden || !live()) return;
  const response = await fetch("/live").catch(() => null);
  if (!response?.ok || !panel()) return;
  if (response.headers.get("round") !== panel().dataset.round) return location.assign("/");
  const html = await response.text();
  if (live() && live().dataset.was !== html) {
    live().dataset.was = html;
    const unfolded = new Set([...live().querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    live().innerHTML = html;
    for (const one of live().querySelectorAll("summary")) if (unfolded.has(one.textContent)) one.parentElement.open = true;
  }
}

async function send(event) {
  const form = event.target.closest("form[data-quick]");
  if (!form) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const response = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.querySelector("#panel");
  if (!next) return location.assign("/");
  if (next.dataset.round !== panel().dataset.round) {
    document.title = page.title;
    document.body.replaceWith(page.body);
    return fit();
  }
  panel().replaceWith(next);
  next.querySelector("[name=question]")?.focus();
  next.querySelector(".verdict:not([data-state=open])")?.scrollIntoView({ block: "nearest" });
}

// The device is drawn at its own size, and smaller where the window is.
function fit() {
  const stage = document.querySelector(".stage"), device = document.querySelector(".device");
  if (!stage) return;
  const room = { w: stage.clientWidth - 48, h: stage.clientHeight - 48 };
  device.style.setProperty("--scale", Math.min(1, room.w / device.offsetWidth, room.h / device.offsetHeight));
}

function find(event) {
  const words = event.target.value.toLowerCase().split(/\s+/);
  let any = false;
  for (const group of document.querySelectorAll("[data-group]")) {
    const rows = [...group.querySelectorAll("[data-words]")];
    for (const row of rows) row.hidden = !words.every(word => row.dataset.words.includes(word));
    const left = rows.filter(row => !row.hidden).length, count = group.querySelector("small");
    group.hidden = !left;
    if (count) count.textContent = left === rows.length ? count.dataset.all : `${left} of ${count.dataset.all}`;
    if (group.matches("details")) group.open = event.target.value ? !group.hidden : Boolean(group.querySelector("[aria-current]"));
    any ||= !group.hidden;
  }
  document.querySelector("[data-none]").hidden = any;
}

document.addEventListener("submit", send);
for (const finder of document.querySelectorAll("[data-finder]")) finder.hidden = false;
document.querySelector("[data-find]")?.addEventListener("input", find);
addEventListener("resize", fit);
fit();
setInterval(refresh, 1000);
