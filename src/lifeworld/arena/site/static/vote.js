// The vote by keys, once; and what makes choosing quicker: chips that can be unchosen.

const form = document.querySelector("[data-vote]");
const KEYS = { 1: "left", 2: "right", 3: "tie", 4: "bad" };
const button = (choice) => form.querySelector(`button[value="${choice}"]`);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("textarea, input[type=text]")) return;
  if (KEYS[event.key]) { event.preventDefault(); button(KEYS[event.key]).click(); }
});

// Left and right arrows go from choice to choice while one of them has the focus.
form.querySelector(".choices").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const all = [...form.querySelectorAll(".choices button")], at = all.indexOf(event.target.closest("button"));
  event.preventDefault();
  event.stopPropagation();
  all[(at + by + all.length) % all.length].focus();
});

let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) return event.preventDefault();
  sent = true;
  event.submitter?.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => { sent = false; });

// A radio that is on goes off again when it is pressed once more.
for (const thumb of form.querySelectorAll(".thumbs input")) {
  thumb.addEventListener("click", () => {
    const was = thumb.dataset.on === "true";
    for (const other of form.querySelectorAll(`input[name="${CSS.escape(thumb.name)}"]`)) other.dataset.on = "false";
    thumb.checked = !was;
    thumb.dataset.on = String(!was);
  });
}
