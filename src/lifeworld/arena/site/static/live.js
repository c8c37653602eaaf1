// Shows both sides while they work: pictures, actions, questions. All messages are text, never markup.

const stage = document.querySelector("[data-live]");
const state = document.querySelector(".state"), questions = document.querySelector("[data-questions]");
const SIDES = ["left", "right"];
const MARKED = 500; // ms that a mark is seen at least
const part = Object.fromEntries(SIDES.map((side) => [side, parts(stage.querySelector(`[data-side="${side}"]`))]));
let tries = 0, over = false;

function parts(root) {
  const canvas = root.querySelector("canvas");
  return { canvas, brush: canvas.getContext("2d"), aims: root.querySelector(".aims"), ended: root.querySelector(".ended"), log: root.querySelector(".log"), until: 0, next: null, timer: 0 };
}

function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/battle/${stage.dataset.live}/socket`);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", (event) => typeof event.data === "string" ? JSON.parse(event.data).forEach(told) : pictured(event.data, socket));
  socket.addEventListener("open", () => { tries = 0; clear(); }); // all messages are sent again
  socket.addEventListener("close", () => { if (!over) setTimeout(connect, Math.min(8000, 400 * 2 ** tries++)); });
}

// A picture: one byte for the side, the rest is the image. A mark stays on the screen that was pressed: the next picture
// waits until it was seen, and takes it away. The answer says that the next one may come.
async function pictured(data, socket) {
  const side = SIDES[new Uint8Array(data, 0, 1)[0]], shown = part[side];
  const image = await createImageBitmap(new Blob([new Uint8Array(data, 1)]));
  shown.next = () => {
    draw(shown, image);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ seen: side }));
  };
  shown.timer = setTimeout(() => turn(shown), Math.max(0, shown.until - performance.now()));
}

function turn(shown) {
  clearTimeout(shown.timer);
  shown.next?.();
  shown.next = null;
}

function draw({ canvas, brush, aims }, image) {
  if (canvas.width !== image.width || canvas.height !== image.height) { canvas.width = image.width; canvas.height = image.height; }
  brush.drawImage(image, 0, 0);
  image.close();
  mark(aims, null);
}

function mark(aims, aim) {
  for (const frame of aims.querySelectorAll("rect")) {
    frame.setAttribute("opacity", aim ? 1 : 0);
    if (aim) ["x", "y", "width", "height", "rx"].forEach((name, at) => frame.setAttribute(name, aim[at]));
  }
}

function told(news) {
  if (news.kind === "step") done(news);
  if (news.kind === "question") ask(news);
  if (news.kind === "answered") document.getElementById(`question-${news.question}`)?.remove();
  if (news.kind === "ended") ended(news);
  if (news.kind === "again") again();
  if (news.kind === "status") status(news);
}

function done({ side, done, said, aim }) {
  const { log, aims } = part[side], item = document.createElement("li");
  item.textContent = done;
  if (said) item.append(Object.assign(document.createElement("span"), { className: "said", textContent: said }));
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  item.setAttribute("aria-current", "step");
  log.append(item);
  log.scrollTop = log.scrollHeight;
  turn(part[side]); // what came before this action
  mark(aims, aim);
  part[side].until = aim ? performance.now() + MARKED : 0;
}

// An infrastructure error ended an attempt; both start again.
function again() {
  clear();
  questions.replaceChildren();
}

function clear() {
  for (const side of SIDES) { mark(part[side].aims, null); part[side].log.replaceChildren(); part[side].ended.hidden = true; }
}

function ended({ side, text }) {
  part[side].ended.textContent = text;
  part[side].ended.hidden = false;
}

function status({ status, told }) {
  state.dataset.state = status;
  state.textContent = told;
  if (!["ready", "failed", "withdrawn"].includes(status)) return;
  over = true;
  setTimeout(() => location.reload(), 900); // the page of a battle that is over leads on
}

// The visitor's answer goes by a plain form's fields, so that it is guarded like every form.
function ask({ question, side, text }) {
  if (document.getElementById(`question-${question}`)) return;
  const form = document.createElement("form");
  form.className = `question ${side}`;
  form.id = `question-${question}`;
  const who = Object.assign(document.createElement("b"), { textContent: `The ${side} one asks` });
  const words = Object.assign(document.createElement("label"), { textContent: text, htmlFor: `reply-${question}` });
  const row = Object.assign(document.createElement("div"), { className: "row" });
  const field = Object.assign(document.createElement("input"), { type: "text", id: `reply-${question}`, maxLength: 500, autocomplete: "off" });
  row.append(field, Object.assign(document.createElement("button"), { className: "main", textContent: "Answer" }));
  form.append(who, words, row);
  form.addEventListener("submit", (event) => { event.preventDefault(); reply(question, field.value, form); });
  questions.append(form);
  field.focus();
}

async function reply(question, text, form) {
  const body = new URLSearchParams({ token: stage.dataset.token, question, text });
  const answer = await fetch(`/battle/${stage.dataset.live}/reply`, { method: "POST", body });
  if (answer.ok) return form.remove();
  const field = form.querySelector("input");
  field.setCustomValidity("This answer was not accepted. Use plain text.");
  field.reportValidity();
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
}

connect();
