"""The laws of pages that people read see what they forbid."""

from playwright.sync_api import Browser
from tests.surfaces import faults

_GOOD = "<!doctype html><html lang=en><title>A page</title><main><p>Words</p>{}</main>"
_PLANTED = {
    "wide in a window of 390": "<p style='width: 900px'>Wide</p>",
    "small text: 11.0 px: Small": "<details><summary>More</summary><p style='font-size: 11px'>Small</p></details>",
    "small text: 6.0 px: Drawn": "<svg viewBox='0 0 200 20' width=100><text y=12 font-size=12>Drawn</text></svg>",
    "color-contrast": "<p style='color: #aaa; background: #fff'>Pale</p>",
    "button-name": "<button></button>",
    "label": "<input>",
    "link-name": "<a href=/></a>",
}


def test_each_fault_is_found_and_nothing_else(chrome: Browser) -> None:
    page = chrome.new_page(viewport={"width": 390, "height": 844})
    page.set_content(_GOOD.format(""))
    assert not [*faults(page)]
    for named, planted in _PLANTED.items():
        page.set_content(_GOOD.format(planted))
        (found,) = faults(page)
        assert named in found
    page.close()
