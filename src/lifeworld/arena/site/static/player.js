// Plays both sides of a finished battle along one time line.
// Without this script the page shows one moment, and its links lead to the others.

const SIDES = ["left", "right"];
const SPEEDS = [1, 2, 4];
const SHORTEST = 700, LONGEST = 2400; // ms between two moments at speed 1; long waits are cut

const stage = document.querySelector("[data-player]");
const line = document.querySelector("[data-line]");
const replay = JSON.parse(document.getElementById("replay").textContent);
const part = Object.fromEntries(SIDES.map((side) => [side, parts(stage.querySelector(`[data-side="${side}"]`))]));
const slide = line.querySelector("[data-slide]"), play = line.querySelector("[data-play]");
const speed = line.querySelector("[data-speed]");

let now = 0, timer = 0, fast = 0;
const drawn = {};

function parts(root) {
  return { root, image: root.querySelector("img"), aims: root.querySelector(".aims"), ended: root.querySelector(".ended"),
           words: root.querySelector(".words-only"), log: root.querySelector(".log"), lines: [...root.querySelectorAll(".log li")] };
}

function show(moment) {
  now = Math.max(0, Math.min(replay.moments.length - 1, moment));
  for (const side of SIDES) draw(side, replay.moments[now][side]);
  slide.value = now;
  slide.setAttribute("aria-valuetext", replay.moments[now].told);
  ahead();
}

function draw(side, number) {
  const step = replay[side][number], { image, aims, ended, words, log, lines } = part[side];
  if (drawn[side] === number || !step) return;
  drawn[side] = number;
  if (image && step.picture) { image.src = step.picture; image.alt = step.alt; }
  if (words) words.textContent = step.words;
  for (const frame of aims.querySelectorAll("rect")) place(frame, step.aim);
  ended.hidden = !step.ended;
  ended.textContent = step.ended;
  lines.forEach((item, at) => at === number ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current"));
  const current = lines[number];
  if (current) log.scrollTop = current.offsetTop - Math.max(0, (log.clientHeight - 90) / 3);
}

function place(frame, aim) {
  frame.style.opacity = aim ? 1 : 0;
  if (!aim) return;
  ["x", "y", "width", "height", "rx"].forEach((name, at) => frame.setAttribute(name, aim[at]));
}

function ahead() {
  for (const next of replay.moments.slice(now + 1, now + 4))
    for (const side of SIDES) if (replay[side][next[side]]?.picture) new Image().src = replay[side][next[side]].picture;
}

// ---- playing

function running() { return timer !== 0; }

function start() {
  if (now >= replay.moments.length - 1) show(0);
  said("pause");
  tick();
}

function tick() {
  const next = replay.moments[now + 1];
  if (!next) return stop();
  const apart = (next.at - replay.moments[now].at) * 1000;
  timer = setTimeout(() => { show(now + 1); tick(); }, Math.min(LONGEST, Math.max(SHORTEST, apart)) / SPEEDS[fast]);
}

function stop() { clearTimeout(timer); timer = 0; said("play"); }

function said(what) {
  play.setAttribute("aria-label", what === "play" ? "Play" : "Pause");
  for (const icon of play.querySelectorAll("[data-icon]")) icon.toggleAttribute("hidden", icon.dataset.icon !== what);
}

function step(by) { stop(); show(now + by); }

function zoom(side) {
  if (stage.dataset.zoom === side) delete stage.dataset.zoom; else stage.dataset.zoom = side;
  for (const button of stage.querySelectorAll("[data-enlarge]")) button.setAttribute("aria-pressed", stage.dataset.zoom === button.dataset.enlarge);
}

play.addEventListener("click", () => running() ? stop() : start());
speed.addEventListener("click", () => { fast = (fast + 1) % SPEEDS.length; speed.textContent = `${SPEEDS[fast]}×`; speed.setAttribute("aria-label", `Speed ${SPEEDS[fast]}`); });
slide.addEventListener("input", () => { stop(); show(Number(slide.value)); });
line.querySelectorAll("[data-by]").forEach((link) => link.addEventListener("click", (event) => { event.preventDefault(); step(Number(link.dataset.by)); }));
stage.querySelectorAll("[data-enlarge]").forEach((button) => button.addEventListener("click", () => zoom(button.dataset.enlarge)));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, summary")) return;
  const onButton = event.target.closest("button, a");
  if (event.key === " " && !onButton) { event.preventDefault(); running() ? stop() : start(); }
  if (event.key === "ArrowLeft") { event.preventDefault(); step(-1); }
  if (event.key === "ArrowRight") { event.preventDefault(); step(1); }
});

line.querySelectorAll("[hidden][data-script]").forEach((one) => one.removeAttribute("hidden"));
stage.querySelectorAll("[hidden][data-script]").forEach((one) => one.removeAttribute("hidden"));
show(Number(slide.value));
if (stage.hasAttribute("data-autoplay") && !matchMedia("(prefers-reduced-motion: reduce)").matches) start();
