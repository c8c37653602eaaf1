// What the kit adds where JavaScript runs. Every screen works without it.

const app = (path) => path.split("/")[1] ?? "";
const here = () => app(location.pathname);

// A boosted page must be the page that a plain load would show:
// fields as the server wrote them, nothing focused but what asks for it.
function asLoaded() {
  for (const form of document.forms) form.reset();
  if (document.activeElement !== document.body) document.activeElement?.blur();
  document.querySelector("[autofocus]")?.focus();
}

// Another app has its own style sheet: go there by a plain load.
document.addEventListener("htmx:config:request", (event) => {
  const { request } = event.detail.ctx;
  const to = new URL(request.action, location.href);
  if (request.method.toUpperCase() !== "GET" || app(to.pathname) === here()) return;
  for (const [name, value] of request.body ?? []) to.searchParams.set(name, value);
  event.preventDefault();
  location.assign(to);
});

// A button that leads back to the page it stands on keeps the place on that page, as does more of a list.
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.raw.url === location.href || ctx.sourceElement.matches("[data-more]")) ctx.swap = `${ctx.swap} show:none`;
  else ctx.moved = true;
});

document.addEventListener("htmx:after:swap", (event) => {
  asLoaded();
  if (event.detail.ctx.moved) for (const part of document.querySelectorAll(".main, .aside")) part.scrollTop = 0;
});

// Menus close when one looks elsewhere.
const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const close = document.querySelector(".layer .layer-head a");
  if (openMenus().length) for (const menu of openMenus()) menu.open = false;
  else close?.click();
});
