// A month to point at, behind the sign of a date field. Typing does the same, so nothing of it is in the accessibility tree.

const language = () => document.documentElement.lang === "en" ? "en-US" : document.documentElement.lang;
const day = (year, month, date) => new Date(Date.UTC(year, month, date));
const words = (options) => new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...options });
const typed = (date) => words({ month: "short", day: "numeric", year: "numeric" }).format(date); // which the fields read again

function make(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function written(input) {
  const [year] = input.value.match(/\d{4}/) ?? [];
  const numbers = year ? (input.value.match(/\d+/g) ?? []).filter((number) => number !== year) : [];
  const days = numbers.flatMap((number) => Array.from({ length: 12 }, (_, month) => day(year, month, number)));
  return days.find((one) => typed(one) === input.value.trim()) ?? null;
}

let open = null;

function close() {
  open?.remove();
  open = null;
}

function choose(input, value) {
  input.value = typed(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  close();
}

function head(sign, first) {
  const row = make("div", "month-head");
  const turn = (text, by) => {
    const button = make("span", "month-turn", text);
    button.addEventListener("click", () => show(sign, day(first.getUTCFullYear(), first.getUTCMonth() + by, 1)));
    return button;
  };
  row.append(turn("‹", -1), make("b", "", words({ month: "long", year: "numeric" }).format(first)), turn("›", 1));
  return row;
}

function grid(input, first, today) {
  const box = make("div", "month-days");
  const before = first.getUTCDay();
  const names = words({ weekday: "narrow" });
  for (let weekday = 0; weekday < 7; weekday++) box.append(make("span", "month-name", names.format(day(2026, 1, 1 + weekday))));
  for (let cell = 0; cell < 42; cell++) {
    const value = day(first.getUTCFullYear(), first.getUTCMonth(), 1 + cell - before);
    const one = make("span", "month-day", String(value.getUTCDate()));
    one.classList.toggle("other", value.getUTCMonth() !== first.getUTCMonth());
    one.classList.toggle("today", value.getTime() === today.getTime());
    one.classList.toggle("on", value.getTime() === written(input)?.getTime());
    one.addEventListener("click", () => choose(input, value));
    box.append(one);
  }
  return box;
}

function show(sign, month) {
  close();
  const input = sign.parentElement.querySelector("input");
  const today = new Date(`${sign.dataset.today}T00:00:00Z`);
  const start = month ?? written(input) ?? today;
  const first = day(start.getUTCFullYear(), start.getUTCMonth(), 1);
  open = make("div", "month");
  open.setAttribute("aria-hidden", "true");
  open.append(head(sign, first), grid(input, first, today));
  sign.parentElement.append(open);
}

document.addEventListener("click", (event) => {
  const sign = event.target.closest?.(".sign[data-today]");
  if (sign) return open && sign.parentElement.contains(open) ? close() : show(sign);
  if (open && event.target.isConnected && !open.contains(event.target)) close();
});

document.addEventListener("keydown", (event) => {
  if (!open || event.key !== "Escape") return;
  close();
  event.stopPropagation(); // the sheet that it is in stays
}, true);
document.addEventListener("htmx:after:swap", close);
