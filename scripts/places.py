"""Takes the pictures of the city's places: a scene each, rendered by scripts/places in a browser.

npm ci --prefix scripts/products && python -m scripts.places [KEY…]

Without keys it takes those that are missing.
"""

import sys

from scripts.studio import photograph, studio

from lifeworld.apps.maps import pictures
from lifeworld.city.places import places


def main(*wanted: str) -> None:
    pictures.FOLDER.mkdir(exist_ok=True)
    with studio("places") as page:
        for key in page.evaluate("keys()"):
            path = pictures.FOLDER / f"{key}.webp"
            if key in wanted or not (wanted or path.exists()):
                taken = photograph(page, key, places()[key].name if key in places() else "")
                taken.convert("RGB").save(path, quality=74, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
