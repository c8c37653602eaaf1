const sections = [...document.querySelectorAll("[data-step]")], buttons = [...document.querySelectorAll("[data-show]")], moves = [...document.querySelectorAll("[data-move]")];
const player = document.querySelector("[data-play]");
let now = 0, playing = 0, kept = 0;
function show(n, keep) {
  kept = scrollY;
  now = Math.max(0, Math.min(sections.length - 1, n));
  sections.forEach((one, i) => { one.hidden = i !== now; });
  for (const one of buttons) {
    const here = Number(one.dataset.show) === now, list = one.closest("ol");
    if (!here) { one.removeAttribute("aria-current"); continue; }
    one.setAttribute("aria-current", "step");
    if (list.matches(".strip")) list.scrollLeft = one.offsetLeft - (list.clientWidth - one.offsetWidth) / 2;
    else if (!matchMedia("(max-width: 820px)").matches) one.scrollIntoView({ block: "center" });
  }
  moves.forEach((one) => { one.disabled = one.dataset.move < 0 ? !now : now === sections.length - 1; });
  sections[now].querySelector(".on")?.scrollIntoView({ block: "nearest" });
  document.querySelector("[data-at]").innerHTML = `<b>${sections[now].dataset.of}</b> `;
  document.querySelector("[data-at]").append(sections[now].dataset.told.replace(/^\d+: /, ""));
  if (!keep) history.replaceState(null, "", `#step-${now + 1}`);
}
function play() {
  clearInterval(playing);
  if (!playing && now === sections.length - 1) show(0);
  playing = playing ? 0 : setInterval(() => { show(now + 1); if (now === sections.length - 1) play(); }, 1000);
  player.setAttribute("aria-pressed", Boolean(playing));
}
player.addEventListener("click", play);
const KEYS = { ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1), Home: () => show(0), End: () => show(sections.length - 1), " ": play };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || (event.key === " " && event.target.closest("button, summary, a"))) return;
  event.preventDefault();
  KEYS[event.key]();
});
buttons.forEach((one) => one.addEventListener("click", () => show(Number(one.dataset.show))));
moves.forEach((one) => one.addEventListener("click", () => show(now + Number(one.dataset.move))));
const main = document.querySelector("main"), stage = document.querySelector(".stage");
function fit() {
  const narrow = matchMedia("(max-width: 820px)").matches, beside = main.matches(".phone") && !narrow;
  const used = beside ? 32 : document.querySelector(".top").offsetHeight + document.querySelector(".time").offsetHeight + 34;
  document.body.style.setProperty("--used", `${used}px`);
  const size = main.style, wide = main.matches(".desktop") || narrow ? stage.clientWidth : innerWidth - 400;
  const high = innerHeight - used;
  size.setProperty("--scale", Math.min(1, wide / size.getPropertyValue("--w"), (narrow ? Math.max(high, innerHeight * .6) : high) / size.getPropertyValue("--h")));
}
addEventListener("resize", fit);
// The timeline's small pages are loaded where they come into sight: dozens at once would take seconds.
const seen = new IntersectionObserver((all) => all.filter((one) => one.isIntersecting).forEach(({ target }) => { target.src = target.dataset.src; seen.unobserve(target); }));
document.querySelectorAll("iframe[data-src]").forEach((one) => seen.observe(one));
document.fonts.ready.then(fit);
fit();
// A page that is loaded goes to its mark, and may move this one.
document.querySelectorAll(".screen iframe").forEach((one) => one.addEventListener("load", () => setTimeout(() => scrollTo(0, kept))));
addEventListener("blur", () => setTimeout(() => { if (document.activeElement.matches("iframe")) { document.activeElement.blur(); focus(); } }));  // the keys stay with this page
show(Number(location.hash.replace("#step-", "")) - 1 || 0, true);
const drawing = document.querySelector(".draw button"), said = document.querySelector(".draw p");
drawing?.addEventListener("click", async () => {
  if (!location.protocol.startsWith("http")) { said.textContent = "Screens are drawn where the run is opened with “lifeworld view”."; return; }
  drawing.disabled = true; said.textContent = "Replaying …";
  const answer = await fetch(`/draw/${drawing.value}`, { method: "POST" });
  if (answer.ok) location.reload(); else { said.textContent = await answer.text(); drawing.disabled = false; }
});
