// Reads the live page in one call, for document.py: [tag, attributes, live state, box, children], text as strings.
// The order of elements, and what is left out, must be the same as in document.py: references are places in it.
(() => {
  const SKIPPED = new Set(("script style template noscript datalist head link meta title base map param source track " +
    "iframe object embed audio video").split(" "));
  const FIELDS = new Set(["input", "textarea", "select", "option"]);
  let known = [];

  const attributes = (element) => {
    const found = {};
    for (const { name, value } of element.attributes) {
      if (name === "data-typed" || !/^(class$|style$|data-|hx-)/.test(name)) found[name] = value;
    }
    return found;
  };

  const live = (element, tag) => {
    const state = {};
    if (FIELDS.has(tag)) {
      if (tag === "option") state.checked = element.selected;
      else if (element.type === "checkbox" || element.type === "radio") state.checked = element.checked;
      else if (tag !== "select") state.value = element.value;
    } else if (tag === "dialog" && element.open && element.matches(":modal")) state.modal = true;
    if (element === document.activeElement) state.focused = true;
    return state;
  };

  const read = (element) => {
    const tag = element.localName;
    const rect = element.getBoundingClientRect();
    const box = [rect.x, rect.y, rect.width, rect.height].map((length) => Math.round(length * 10) / 10);
    const state = live(element, tag);
    const isOption = tag === "option" || tag === "optgroup";
    if (!isOption && !element.checkVisibility({ visibilityProperty: true })) state.drawn = false;
    known.push(element);
    return [tag, attributes(element), state, rect.width || rect.height ? box : null, children(element, tag)];
  };

  const children = (element, tag) => {
    const found = [];
    if (tag === "svg") return found;
    const onlyOptions = tag === "select" || tag === "optgroup";
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) {
        if (/\S/.test(child.data)) found.push(child.data);
      } else if (child.nodeType === Node.ELEMENT_NODE && !SKIPPED.has(child.localName) &&
                 (!onlyOptions || child.localName === "option" || child.localName === "optgroup")) {
        found.push(read(child));
      }
    }
    return found;
  };

  const snapshot = () => {
    known = [];
    return JSON.stringify({
      url: location.pathname + location.search,
      title: document.title.trim().replace(/\s+/g, " "),
      body: read(document.body),
    });
  };

  // The element of a reference as last read, unless it has left the page since.
  const element = (order) => (known[order]?.isConnected ? known[order] : null);

  Object.defineProperty(globalThis, "lifeworldPage", { value: Object.freeze({ snapshot, element }), configurable: true });
})();
