// A task from the list and a task in one's own words shut each other out.
const form = document.querySelector("[data-choose]");
const written = form.querySelector("#written");
const chosen = () => form.querySelectorAll('input[name="task"]');

written.addEventListener("input", () => { if (written.value.trim()) chosen().forEach((one) => { one.checked = false; }); });
// A theme suggests a task, as long as nobody has written another one.
let suggested = "";
form.querySelector("[data-presets]").addEventListener("change", ({ target }) => {
  if (written.value.trim() && written.value !== suggested) return;
  written.value = suggested = target.dataset.task ?? "";
  written.dispatchEvent(new Event("input"));
});
form.addEventListener("change", (event) => { if (event.target.name === "task") written.value = ""; });
form.querySelector("#search").addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
