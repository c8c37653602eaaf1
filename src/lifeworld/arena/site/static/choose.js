// A task from the list and a task in one's own words shut each other out.
const form = document.querySelector("[data-choose]");
const written = form.querySelector("#written");
const chosen = () => form.querySelectorAll('input[name="task"]');

written.addEventListener("input", () => { if (written.value.trim()) chosen().forEach((one) => { one.checked = false; }); });
form.addEventListener("change", (event) => { if (event.target.name === "task") written.value = ""; });
form.querySelector("#search").addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
