// Rating without a page load, one step at a time, and by keys; without this file the same forms and screens are there.

const steps = [...document.querySelectorAll("[data-step]")];
const forms = [...document.querySelectorAll("[data-item]")];
const slide = document.querySelector("[data-slide]");
const status = document.querySelector(".said");
let now = 0, item = 0, kept = 0, before = Promise.resolve();

function show(n) {
  kept = scrollY;
  now = Math.max(0, Math.min(steps.length - 1, n));
  steps.forEach((step, i) => { step.hidden = i !== now; });
  slide.value = now + 1;
  document.querySelector("[data-move='-1']").disabled = now === 0;
  document.querySelector("[data-move='1']").disabled = now === steps.length - 1;
}

// A page is as large as a picture of it would be.
function fit() {
  const { clientWidth: room } = document.querySelector(".keys"), most = matchMedia("(max-width: 860px)").matches ? innerHeight * 0.58 : Math.max(280, innerHeight - 250);
  document.querySelectorAll(".screen").forEach(({ style }) => style.setProperty("--scale", Math.min(1, room / style.getPropertyValue("--w"), most / style.getPropertyValue("--h"))));
}

function choose(n) {
  item = Math.max(0, Math.min(forms.length - 1, n));
  forms.forEach((form, i) => form.closest("li").toggleAttribute("data-current", i === item));
  forms[item].closest("li").scrollIntoView({ block: "nearest" });
}

async function rate(form, met) {
  const body = new URLSearchParams(new FormData(form));
  body.set("met", met);
  status.textContent = "";
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual", keepalive: true });
    if (answer.type !== "opaqueredirect") throw new Error(await answer.text());
  } catch (error) {
    status.textContent = error instanceof TypeError ? "This was not kept: the server does not answer." : error.message;
    return;
  }
  form.querySelectorAll("button").forEach(b => b.setAttribute("aria-pressed", b.value === met));
  finished();
}

function say(form, met) {
  before = before.then(() => rate(form, met)); // one after the other, so that the last one counts
}

function finished() {
  const whole = forms.every(form => form.querySelector("[aria-pressed=true]"));
  document.querySelector("[data-next]").classList.toggle("ready", whole);
}

if (steps.length) {
  document.documentElement.classList.add("stepping");
  show(0);
  fit();
  addEventListener("resize", fit);
  // A page that is loaded goes to its mark, and may move this one.
  document.querySelectorAll(".screen iframe").forEach(one => one.addEventListener("load", () => setTimeout(() => scrollTo(0, kept))));
  const open = forms.findIndex(form => !form.querySelector("[aria-pressed=true]"));
  choose(Math.max(open, 0));
  finished();
  scrollTo(0, 0);
  slide.addEventListener("input", () => show(slide.value - 1));
  document.querySelectorAll("[data-move]").forEach(b => b.addEventListener("click", () => show(now + Number(b.dataset.move))));
  forms.forEach((form, i) => form.addEventListener("submit", event => {
    event.preventDefault();
    choose(i);
    say(form, event.submitter.value);
  }));
  addEventListener("keydown", async event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const met = { y: "yes", n: "no", u: "unclear" }[event.key.toLowerCase()];
    const moves = { ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), ArrowUp: () => choose(item - 1), ArrowDown: () => choose(item + 1) };
    if (met) {
      const form = forms[item];
      choose(item + 1);
      say(form, met);
    } else if (event.key.toLowerCase() === "g") {
      await before;
      document.querySelector("[data-next]").click();
    } else if (event.key in moves && event.target !== slide) {
      event.preventDefault();
      moves[event.key]();
    }
  });
}
