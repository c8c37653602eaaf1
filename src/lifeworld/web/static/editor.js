// An editor of code: what is written lies in colours beneath its field, and the line that the caret is in is marked. A
// line that is written anew takes the colours that its words have in the text; the server colours it once it is saved.

const TOKEN = /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?:#|\/\/) .*|@?\w+)/;
const kind = (token) => /^\d/.test(token) ? "0" : token.match(/^(\w+|.)/s)[0];
const make = (name, ...inside) => {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
};

// Several words of one colour are part of a comment or of a text over lines, and whatever comes to them is too.
function only(line) {
  const parts = [...line?.childNodes ?? []].filter((one) => one.textContent.trim());
  return parts.length === 1 && /^[^"']\S*\s+\S/.test(parts[0].textContent) ? parts[0].className : "";
}

function drawn(line, was, known) {
  const all = only(was);
  const parts = line.split(all ? /(\S.*)/ : TOKEN); // of which every other one is a token
  return make("span", ...parts.map((part, n) => {
    const colour = n % 2 && (all || known.get(part) || known.get(kind(part)));
    return colour ? Object.assign(make("b", part), { className: colour }) : part;
  }), "\n");
}

function colour(layer, lines) {
  const old = [...layer.children], least = Math.min(old.length, lines.length);
  const same = (one, line) => one.textContent === `${line}\n`;
  let before = 0, after = 0;
  while (before < least && same(old[before], lines[before])) before++;
  while (after < least - before && same(old.at(-1 - after), lines.at(-1 - after))) after++;
  const words = [...layer.querySelectorAll("b")].map((one) => [one.textContent, one.className]);
  const known = new Map([...words.map(([word, colour]) => [kind(word), colour]), ...words]);
  const gone = old.slice(before, old.length - after);
  const made = lines.slice(before, lines.length - after).map((line, n) => drawn(line, gone[n], known));
  layer.replaceChildren(...old.slice(0, before), ...made, ...old.slice(old.length - after));
}

document.addEventListener("input", ({ target }) => {
  const layer = target.closest(".editor")?.querySelector("pre");
  if (layer) colour(layer, target.value.split("\n"));
});

document.addEventListener("selectionchange", () => {
  const at = document.activeElement;
  const before = at.matches(".editor textarea") ? at.value.slice(0, at.selectionStart) : null;
  if (before !== null) at.closest(".editor").style.setProperty("--caret", before.split("\n").length - 1);
});
