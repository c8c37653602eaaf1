"""The kinds of places: what each is called, its picture, how busy it is when, how one speaks of it; kinds of sky."""

from collections.abc import Mapping
from dataclasses import dataclass

from lifeworld.city.weather import Sky
from lifeworld.web.language import N_


@dataclass(frozen=True)
class Kind:
    """A kind of place.

    Attributes:
        one: what a place of it is.
        many: what one looks for.
        icon: of Lucide.
        said: the pieces that its reviews are put together from.
        peaks: the hours at which most people come.
        chip: whether the map offers it.
    """

    one: str
    many: str
    icon: str
    said: str = "service"
    peaks: tuple[int, ...] = (11, 16)
    chip: bool = False


KINDS: Mapping[str, Kind] = {
    "restaurant": Kind(N_("Restaurant"), N_("Restaurants"), "utensils", "food", (13, 19), chip=True),
    "cafe": Kind(N_("Café"), N_("Cafés"), "coffee", "food", (9, 15), chip=True),
    "bakery": Kind(N_("Bakery"), N_("Bakeries"), "croissant", "food", (8, 16)),
    "bar": Kind(N_("Bar"), N_("Bars"), "beer", "food", (20, 22), chip=True),
    "grocer": Kind(N_("Groceries"), N_("Groceries"), "shopping-basket", "shopping", (12, 18), chip=True),
    "shop": Kind(N_("Shop"), N_("Shops"), "shopping-bag", "shopping", (12, 17), chip=True),
    "leisure": Kind(N_("Things to do"), N_("Things to do"), "ticket", "leisure", (15, 19), chip=True),
    "park": Kind(N_("Park"), N_("Parks"), "trees", "leisure", (12, 17), chip=True),
    "sight": Kind(N_("Sight"), N_("Sights"), "camera", "leisure", (12, 15), chip=True),
    "health": Kind(N_("Health"), N_("Health"), "heart-pulse", "care", (10, 15), chip=True),
    "hotel": Kind(N_("Hotel"), N_("Hotels"), "bed-double", "leisure", (9, 18), chip=True),
    "library": Kind(N_("Library"), N_("Libraries"), "library-big", "leisure", (14, 17)),
    "market": Kind(N_("Market"), N_("Markets"), "store", "shopping", (7, 11)),
    "pitch": Kind(N_("Sports ground"), N_("Sports grounds"), "volleyball", "leisure", (11, 18)),
    "garage": Kind(N_("Garage"), N_("Garages"), "wrench", "service"),
    "station": Kind(N_("Station"), N_("Stations"), "train-front", "service", (8, 17)),
    "transport": Kind(N_("Transport"), N_("Transport"), "bus", "service", (8, 17)),
    "stop": Kind(N_("Stop"), N_("Stops"), "tram-front", "service", (8, 17)),
    "school": Kind(N_("School"), N_("Schools"), "graduation-cap", "service", (8, 14)),
    "bank": Kind(N_("Bank"), N_("Banks"), "landmark", "service"),
    "council": Kind(N_("Public office"), N_("Public offices"), "building-2", "service"),
    "charity": Kind(N_("Charity"), N_("Charities"), "heart-handshake", "service"),
}
OFFICE = Kind(N_("Office"), N_("Offices"), "briefcase-business", "service")
WORKPLACES: Mapping[str, Kind] = {  # where one seldom goes: by the trade, or by the sign of who only employs
    "airline": Kind(N_("Airline"), N_("Airlines"), "plane"),
    "carrier": Kind(N_("Courier"), N_("Couriers"), "truck"),
    "utility": Kind(N_("Utility company"), N_("Utility companies"), "plug"),
    "insurer": Kind(N_("Insurance"), N_("Insurance"), "shield"),
    "landlord": Kind(N_("Property"), N_("Property"), "house"),
    "hospital": Kind(N_("Hospital"), N_("Hospitals"), "hospital"),
    "microscope": Kind(N_("Research institute"), N_("Research institutes"), "microscope"),
    "triangular-ruler": Kind(N_("Architects"), N_("Architects"), "ruler"),
    "artist-palette": Kind(N_("Design studio"), N_("Design studios"), "palette"),
    "video-game": Kind(N_("Game studio"), N_("Game studios"), "gamepad-2"),
    "tram": Kind(N_("Depot"), N_("Depots"), "tram-front"),
}


SKIES: Mapping[Sky, tuple[str, str]] = {  # what each is called, and its picture
    "clear": (N_("Sunny"), "sun"),
    "fair": (N_("Partly cloudy"), "cloud-sun"),
    "cloudy": (N_("Cloudy"), "cloudy"),
    "fog": (N_("Fog"), "cloud-fog"),
    "showers": (N_("Showers"), "cloud-sun-rain"),
    "rain": (N_("Rain"), "cloud-rain"),
    "storm": (N_("Thunderstorms"), "cloud-lightning"),
    "snow": (N_("Snow"), "cloud-snow"),
}


def kind(category: str, sign: str = "") -> Kind:
    """Return the kind of a place by its category in the city, or its sign there; what is none of them is an office."""
    return KINDS.get(category) or WORKPLACES.get(category) or WORKPLACES.get(sign, OFFICE)
