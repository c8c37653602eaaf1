// What a screen must hold whatever its theme, layout, device, language and content. Returns [law, where, what] triples.
// axe-core has been run into the page before: it judges contrast and the names and roles of things.
async (least) => {
  const found = [];
  const name = (element) => {
    const text = (element.getAttribute("aria-label") || element.innerText || element.value || "").trim();
    const classes = [...element.classList].slice(0, 2).map((one) => `.${one}`).join("");
    return `${element.localName}${classes}${text ? ` “${text.replace(/\s+/g, " ").slice(0, 30)}”` : ""}`;
  };
  const place = (element) => {
    const parent = element.parentElement?.closest("[class]");
    return (parent ? `${parent.localName}.${parent.classList[0]} ` : "") + element.localName +
      [...element.classList].slice(0, 1).map((one) => `.${one}`).join("");
  };
  const tell = (law, element, what) => found.push([law, place(element), `${name(element)} ${what}`]);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0;
  const style = (element) => getComputedStyle(element);
  const box = (element) => element.getBoundingClientRect();
  const scrolls = (element) => /auto|scroll/.test(style(element).overflowX);
  const within = (element) => {
    for (let one = element.parentElement; one; one = one.parentElement) if (scrolls(one)) return true;
    return false;
  };

  // ---- nothing goes out sideways, nothing is cut off
  const root = document.scrollingElement;
  const edge = document.documentElement.clientWidth; // innerWidth grows with a page that is too wide for a phone
  if (root.scrollWidth > edge + 1) {
    const wide = [...document.body.querySelectorAll("*")]
      .findLast((one) => shown(one) && !within(one) && box(one).right > edge + 1) ?? root;
    tell("sideways", wide, `makes the page ${root.scrollWidth} px wide on a screen of ${edge}`);
  }
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  const controls = [...document.querySelectorAll(CONTROLS)].filter((one) => shown(one) && !one.disabled);
  for (const one of controls) {
    const { left, right, width } = box(one);
    if (width > 1 && !within(one) && (left < -1 || right > edge + 1)) tell("cut off", one, "stands beyond the edge");
    const own = style(one);
    const clips = /hidden|clip/.test(own.overflowX) && own.textOverflow !== "ellipsis" && own.webkitLineClamp === "none";
    if (clips && one.matches("a, button") && one.scrollWidth > one.clientWidth + 2) tell("cut off", one, "shows only part");
  }

  // ---- no word is broken over two lines, no letter lacks its shape
  const words = function* () {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.data.trim() && shown(node.parentElement) && !node.parentElement.closest("select, textarea, .readers")) yield node;
    }
  };
  const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.,’'$€%]*[\p{L}\p{N}]/gu;
  const HAN = /\p{Script=Han}/u; // which is broken anywhere
  const LONGEST = 24; // letters; what is longer is an address or a number that no screen need hold in one line
  const addressed = (text, at) => /[@/]/.test(/\S*$/.exec(text.slice(0, at))[0] + /^\S*/.exec(text.slice(at))[0]);
  const range = document.createRange();
  for (const node of words()) {
    for (const { 0: word, index } of node.data.matchAll(WORD)) {
      if (word.length > LONGEST || HAN.test(word) || addressed(node.data, index)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom / 4)));
      if (lines.size > 1) tell("broken word", node.parentElement, `breaks “${word}” over ${lines.size} lines`);
    }
  }
  const canvas = new OffscreenCanvas(40, 40).getContext("2d", { willReadFrequently: true });
  const shape = (letter, font) => {
    canvas.clearRect(0, 0, 40, 40);
    canvas.font = font;
    canvas.fillText(letter, 4, 30);
    return String(canvas.getImageData(0, 0, 40, 40).data);
  };
  const NOTHING = "\u{10fffd}"; // a letter that no typeface has
  const seen = new Map();
  for (const node of words()) {
    const font = `24px ${style(node.parentElement).fontFamily}`;
    if (!seen.has(font)) seen.set(font, [shape(NOTHING, font), new Set()]);
    const [nothing, known] = seen.get(font);
    for (const letter of node.data) {
      if (known.has(letter) || /[\s\p{Cc}\p{Cf}\p{M}]/u.test(letter)) continue;
      known.add(letter);
      if (shape(letter, font) === nothing) tell("missing glyph", node.parentElement, `has no shape for “${letter}”`);
    }
  }

  // ---- controls are large enough, or have room around them (WCAG 2.2, 2.5.8: spacing, inline)
  const inline = (element) => style(element).display === "inline" && element.closest("p, li, blockquote, .prose, span") &&
    element.parentElement.innerText.trim().length > element.innerText.trim().length;
  // What takes the tap for a field is its label, and for a link that covers its card the card.
  const target = (element) => {
    const label = element.labels?.[0];
    const own = box(element);
    const areas = [own, ...(label ? [box(label)] : [])];
    const cover = getComputedStyle(element, "::after");
    if (cover.content !== "none" && cover.position === "absolute") {
      const host = element.offsetParent && style(element).position === "static" ? element.offsetParent : element;
      areas.push(grown(box(host), cover, host === element));
    }
    return areas.reduce((one, other) => (one.width * one.height >= other.width * other.height ? one : other));
  };
  const grown = (rect, cover, own) => {
    const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map((side) => parseFloat(cover[side]) || 0);
    return own ? new DOMRect(rect.x + left, rect.y + top, rect.width - left - right, rect.height - top - bottom) : rect;
  };
  const targets = controls.filter((one) => !one.closest("[inert]") && box(one).width > 1).map((one) => [one, target(one)]);
  const small = targets.filter(([, rect]) => Math.min(rect.width, rect.height) < least - 0.5);
  const bar = (element) => {
    for (let one = element; one; one = one.parentElement) if (/fixed|sticky/.test(style(one).position)) return one;
    return null;
  };
  const middle = (rect) => [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const apart = ([x, y], rect) => Math.hypot(
    Math.max(rect.x - x, 0, x - rect.x - rect.width), Math.max(rect.y - y, 0, y - rect.y - rect.height));
  for (const [one, rect] of small) {
    if (inline(one)) continue;
    const [x, y] = middle(rect);
    const crowd = targets.find(([other, there]) => {
      if (bar(one) !== bar(other)) return false; // what scrolls under a bar that stands can be scrolled away from it
      if (other === one || other.contains(one) || one.contains(other) || there.width * there.height === 0) return false;
      const [u, v] = middle(there);
      const tiny = Math.min(there.width, there.height) < least - 0.5;
      return tiny ? Math.hypot(x - u, y - v) < least - 1 : apart([x, y], there) < least / 2 - 1;
    });
    if (crowd) tell("small", one, `is ${Math.round(rect.width)} × ${Math.round(rect.height)} px, too near to ${name(crowd[0])}`);
  }

  // ---- nothing lies over a control once it is in view
  const dialog = document.querySelector("dialog[open], [role=dialog]:not([hidden])");
  const hit = (one) => {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const rect = one.getClientRects()[0];
    if (!rect) return;
    const top = document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
    const label = one.labels && [...one.labels].some((each) => each.contains(top));
    if (!top) tell("covered", one, "can't be brought into view");
    else if (!one.contains(top) && !top.contains(one) && !label) tell("covered", one, `lies under ${name(top)}`);
  };
  for (const one of controls) {
    if (!(one.closest("[inert]") || (dialog && !dialog.contains(one)) || box(one).width <= 1)) hit(one);
  }
  // what a menu holds, once it is open
  const drawn = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
  for (const menu of dialog ? [] : [...document.querySelectorAll("details.menu:not([open])")].filter(shown).slice(0, 4)) {
    menu.scrollIntoView({ block: "center", behavior: "instant" });
    menu.open = true;
    await drawn();
    for (const one of menu.querySelectorAll(".menu-box :is(a[href], button)")) if (shown(one)) hit(one);
    menu.open = false;
  }
  scrollTo(0, 0);

  // ---- WCAG A and AA, as axe-core judges them
  // Ours asks for more on phones; the other is experimental in axe-core, and speaks of steering by voice.
  const rules = { "target-size": { enabled: false }, "label-content-name-mismatch": { enabled: false } };
  const judged = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], rules, resultTypes: ["violations", "incomplete"] });
  // Words in the very colour of their ground are left to a person by axe-core; here they are invisible.
  const hidden = judged.incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter((node) => node.any[0]?.data?.messageKey === "equalRatio") }));
  for (const rule of [...judged.violations, ...hidden]) {
    for (const node of rule.nodes) {
      const element = document.querySelector(node.target[0]);
      const why = node.any[0]?.message ?? node.all[0]?.message ?? rule.help;
      if (element) tell(rule.id, element, why);
    }
  }
  return found;
}
