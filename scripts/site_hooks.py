"""What the docs site changes of the pages in docs/, which are written to be read in a checkout as well.

Marks of code blocks (`run`, `file=…`) are for tests and leave; links to files beside docs/ become their names, since
the site doesn't hold these.
"""

import re
from typing import Any

_MARK = re.compile(r"^(```\w+) [^\n]*$", re.MULTILINE)
_OUTSIDE = re.compile(r"(?<!!)\[([^\]]*)\]\(\.\./([^)\s#]*)[^)\s]*\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page as the site has it."""
    return _OUTSIDE.sub(_named, _MARK.sub(r"\1", markdown))


def _named(link: re.Match[str]) -> str:
    text, place = link[1], link[2]
    return text if place in text else f"{text} (`{place}` in the sources)"
