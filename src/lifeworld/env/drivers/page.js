// What the driver needs inside of a page, beside snapshot.js and settle.js; runs before any script of the page.
(() => {
  window.name = "";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { caret-animation: manual !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  // One screen, one window. The browser closes others too, but one that opens in the middle of a click may swallow it.
  Object.defineProperty(window, "open", { value: () => null });
  const staysHere = (link) => /^(_self|_top|_parent)?$/.test(link.target);
  const inAnotherWindow = (event) => event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  for (const type of ["click", "auxclick"]) {
    addEventListener(type, (event) => {
      const link = event.target.closest?.("a[href]");
      if (link && (inAnotherWindow(event) || !staysHere(link))) event.preventDefault();
    }, true);
  }

  // The browser has one clipboard for all its pages; ours is this world's own, and ends with it.
  const KEPT = "lifeworld-clipboard";
  const field = () => {
    const element = document.activeElement;
    return element?.matches("input, textarea") ? element : null;
  };
  const marked = () => field()?.type === "password" ? "" : getSelection().toString();
  for (const type of ["copy", "cut"]) {
    addEventListener(type, (event) => {
      event.preventDefault();
      if (!marked()) return;
      sessionStorage.setItem(KEPT, marked());
      if (type === "cut") document.execCommand("delete");
    }, true);
  }
  addEventListener("paste", (event) => {
    event.preventDefault();
    const text = sessionStorage.getItem(KEPT) ?? "";
    document.execCommand("insertText", false, field()?.localName === "input" ? text.replace(/[\r\n]+/g, " ") : text);
  }, true);
  addEventListener("mouseup", (event) => event.button === 1 && event.preventDefault(), true); // pastes what is selected

  let blocked = "";
  globalThis.navigation?.addEventListener("navigate", (event) => {
    if (!event.destination.url.startsWith(location.origin + "/") && event.cancelable) {
      blocked = event.destination.url;
      event.preventDefault();
    }
  });

  const inView = (rect) => rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;

  // Where to press to hit the element, after bringing it into view: x, y, and the turns of a wheel that do the same.
  const place = (order) => {
    const element = lifeworldPage.element(order);
    if (!element) return null;
    const rect = () => element.getClientRects()[0];
    if (rect() && !covered(element, rect())) return [...centre(rect()), []];
    const scroll = () => turned(element, () => element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" }));
    const turns = scroll();
    if (rect() && document.elementFromPoint(...centre(rect()))?.closest(".keyboard")) { // as a person does: put away first
      dispatchEvent(new Event("lifeworld:uncover"));
      turns.push([], ...(covered(element, rect()) ? scroll() : []));
    }
    return rect() ? [...centre(rect()), turns] : null;
  };

  // What scrolled around an element, the outermost first: where a wheel has to be turned, and how far.
  const turned = (element, scroll) => {
    const before = scrollers(element).map((one) => ({ one, left: one.scrollLeft, top: one.scrollTop, grip: grip(one) }));
    scroll();
    const moved = before.filter(({ one, left, top }) => one.scrollLeft !== left || one.scrollTop !== top);
    return moved.map(({ one, left, top, grip: first }, at) =>
      [...(at ? grip(one) : first), one.scrollLeft - left, one.scrollTop - top]);
  };
  const scrolls = (element) => element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflow);
  const scrollers = (element) => {
    const found = [];
    for (let one = element.parentElement; one; one = one.parentElement) if (scrolls(one)) found.unshift(one);
    return found;
  };
  // A place in the picture where the wheel turns this scroller, and none inside of it.
  const grip = (scroller) => {
    const places = [];
    for (let y = 1; y < 16; y++) for (let x = 1; x < 8; x++) places.push([x / 8 * innerWidth, y / 16 * innerHeight]);
    const under = (place) => scrollers({ parentElement: document.elementFromPoint(...place) }).at(-1);
    return places.find((place) => under(place) === scroller) ?? [innerWidth / 2, innerHeight / 2];
  };
  const centre = (rect) => [rect.x + rect.width / 2, rect.y + rect.height / 2];
  // What lies around an element counts as it only where a press on it is a press on the element: a scroller that cuts
  // the element off does not.
  const covered = (element, rect) => {
    if (!inView(rect)) return true;
    const hit = document.elementFromPoint(...centre(rect));
    const around = hit?.contains(element) && hit.matches("a, button, label, summary");
    return !(around || element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  };

  const changed = (element) => {
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
    return "done";
  };
  const squeezed = (text) => text.trim().replace(/\s+/g, " ");

  const choose = (select, wanted) => {
    const able = [...select.options].filter((option) => !option.disabled && !option.closest("optgroup[disabled]"));
    const found = wanted.map((name) => able.find((option) => squeezed(option.textContent) === squeezed(name)) ??
      able.find((option) => option.value === name));
    if (found.includes(undefined) || (found.length !== 1 && !select.multiple)) return "no choice";
    for (const option of select.options) option.selected = found.includes(option);
    return changed(select);
  };

  const check = (element, value) => {
    if (typeof value !== "boolean") return "on or off";
    if (element.type === "radio" && !value) return "radio";
    if (element.checked !== value) element.click();
    return "done";
  };

  // Gives a field its value; "type" where the driver has to type it, else "done" or why not.
  const set = (order, value) => {
    const element = lifeworldPage.element(order);
    if (!element) return "gone";
    if (element.matches(":disabled")) return "disabled";
    if (element.localName === "select") return choose(element, [].concat(value).map(String));
    if (element.localName === "summary") {
      if (typeof value === "boolean" && element.parentElement.open !== value) element.click();
      return "done";
    }
    if (element.ariaChecked && typeof value === "boolean") {
      element.focus();
      if ((element.ariaChecked === "true") !== value) element.click();
      return "done";
    }
    if (element.type === "checkbox" || element.type === "radio") return check(element, value);
    if (typeof value === "boolean" || Array.isArray(value)) return "no text";
    if (element.type === "range") {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(element, value);
      return changed(element);
    }
    if (!(element.localName === "textarea" || element.localName === "input" && element.select) || element.type === "submit") return "no text";
    element.focus();
    element.select();
    return "type";
  };

  // The address of the list of files that a control leads to, with those named that are chosen; "" where it leads to none.
  const list = (order, names) => {
    const control = lifeworldPage.element(order)?.closest("[data-files]");
    if (!control) return "";
    const to = new URL(control.formAction ?? control.href);
    if (control.form) to.search = new URLSearchParams(new FormData(control.form, control));
    for (const name of names) to.searchParams.append("file", name);
    return to.pathname + to.search;
  };

  // Chooses an option by itself: it is drawn only while its select is open.
  const pick = (order) => {
    const option = lifeworldPage.element(order);
    const select = option?.closest("select");
    if (!select || option.disabled || select.matches(":disabled")) return;
    option.selected = select.multiple ? !option.selected : true;
    select.focus();
    changed(select);
  };

  const caretToEnd = () => {
    const element = document.activeElement;
    if (element?.setSelectionRange && /^(text|search|tel|url|password)$/.test(element.type ?? "")) element.setSelectionRange(element.value.length, element.value.length);
    else if (element?.localName === "textarea") element.setSelectionRange(element.value.length, element.value.length);
  };

  const focused = () => {
    const element = document.activeElement;
    return !element || element === document.body ? "" : element.localName;
  };

  // Resolves for good only where the page stays; where another is loaded the driver asks that one.
  const travel = async (name) => {
    if (name === "reload") await navigation.reload().committed;
    else if (name === "back" && navigation.canGoBack) await navigation.back().committed;
    else if (name === "forward" && navigation.canGoForward) await navigation.forward().committed;
    else return false;
    return true;
  };

  // Changes as soon as something leads away from the page as it is: a request, a form, another page.
  let left = 0;
  addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.matches("[data-typed]")) left++; // one goes on typing there
  }, true);
  addEventListener("submit", () => { left++; }, true);
  globalThis.navigation?.addEventListener("navigate", ({ destination, navigationType }) => {
    if (navigationType === "traverse" || !destination.sameDocument) left++;
  });
  const mark = () => `${performance.timeOrigin} ${left}`;

  // Whether a page can be shown in the place of this one: our own scripts run here and nothing else, and all is at rest.
  const takesTurns = () => Boolean(globalThis.lifeworldOpen) && !lifeworldSettled.busy() &&
    [...document.scripts].every((script) => script.src.startsWith(`${location.origin}/static/`));
  const open = (address) => takesTurns() && (lifeworldOpen(address), true);

  // Ends an episode: no request of this page is under way, and nothing that it has kept is left. False where some are.
  const leave = (origin) => {
    if (location.origin !== origin || !takesTurns()) return false;
    window.name = "";
    sessionStorage.clear();
    localStorage.clear();
    dispatchEvent(new Event("lifeworld:left"));
    return true;
  };

  const wasBlocked = () => { const url = blocked; blocked = ""; return url; };

  Object.defineProperty(globalThis, "lifeworldHands", {
    value: Object.freeze({ place, set, list, pick, caretToEnd, focused, travel, mark, open, leave, wasBlocked }), configurable: true,
  });
})();
