"""Takes the pictures of the city's places: a scene each, rendered by scripts/places in a browser.

npm ci --prefix scripts/products && python -m scripts.places [KEY…]

Without keys it takes those that are missing. Where a place has no picture of its own it shows one of its kind:
`OF_KIND`, other places' scenes with what such a place has over its door.
"""

import sys

from scripts.studio import photograph, studio

from lifeworld.apps.maps import pictures
from lifeworld.city.places import places

OF_KIND = {
    "health-1": ("clinic", "Clinic"),
    "health-2": ("dentist", ""),
    "hotel-1": ("maristela", "Hotel"),
    "library-1": ("library", "Library"),
    "leisure-1": ("museum", "Museum"),
    "market-1": ("saturdaymarket", "Market"),
    "office-1": ("fernhill", ""),
    "office-2": ("council", ""),
    "office-3": ("tidewater", ""),
    "park-1": ("green", ""),
    "park-2": ("common", ""),
    "pitch-1": ("eastpitches", ""),
    "school-1": ("school", "School"),
    "shop-1": ("hardwick", ""),
    "shop-2": ("thimble", ""),
    "sight-1": ("lighthouse", ""),
    "grocer-1": ("greenbasket", ""),
    "station-1": ("station", ""),
}


def main(*wanted: str) -> None:
    pictures.FOLDER.mkdir(exist_ok=True)
    with studio("places") as page:
        scenes = {key: (key, places()[key].name if key in places() else "") for key in page.evaluate("keys()")}
        for name, scene in {**OF_KIND, **scenes}.items():
            path = pictures.FOLDER / f"{name}.webp"
            if name in wanted or not (wanted or path.exists()):
                photograph(page, *scene).convert("RGB").save(path, quality=74, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
