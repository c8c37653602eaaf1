"""What holds on every page that people read: it fits its window, can be read, and every control has a name."""

from collections.abc import Iterator
from typing import Literal

from playwright.sync_api import Browser, Page

from lifeworld.proof.screens import axe

SIZES = {390: 844, 768: 1024, 1280: 800}
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
_RULES = (
    *("aria-input-field-name", "aria-toggle-field-name", "button-name", "color-contrast", "frame-title", "image-alt"),
    *("label", "link-name", "role-img-alt", "scrollable-region-focusable", "select-name", "summary-name"),
)
_SETTLED = "[...document.querySelectorAll('[data-figure]')].every(one => !one.clientWidth || 'drawn' in one.dataset)"
_UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
_SMALL = """() => {
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const around = text.parentElement;
    if (!text.data.trim() || !around.checkVisibility({ visibilityProperty: true })) continue;
    const scale = around.ownerSVGElement?.getScreenCTM().a ?? 1;
    const size = scale * parseFloat(getComputedStyle(around).fontSize);
    if (size < 11.99) found.add(`${size.toFixed(1)} px: ${text.data.trim().slice(0, 60)}`);
  }
  return [...found];
}"""


def faults(page: Page) -> Iterator[str]:
    """Yield what is wrong with a page as it is now, with all of its folds open."""
    page.wait_for_function(_SETTLED)
    page.evaluate(_UNFOLD)
    page.wait_for_function(_SETTLED)
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if width > window:
        yield f"{width} px wide in a window of {window}"
    yield from (f"small text: {one}" for one in page.evaluate(_SMALL))
    page.evaluate(axe())
    asked = {"runOnly": list(_RULES), "iframes": False}  # frames, which know no axe, would be waited for
    found = page.evaluate("asked => axe.run(asked).then(found => found.violations)", asked)
    for one in found:
        yield from (f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for node in one["nodes"])


def all_faults(chrome: Browser, *addresses: str) -> list[str]:
    """Return what is wrong with pages in all windows and both schemes, each fault with where it is."""
    found = []
    for width, height in SIZES.items():
        page = chrome.new_page(viewport={"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            for address in addresses:
                page.goto(address)
                found += [f"{address}, {width} px, {scheme}: {one}" for one in faults(page)]
        page.close()
    return found
