"""Where the owner may have left Wayfarer."""

from lifeworld.apps.maps.models import Place, PlaceList
from lifeworld.web.states import State, at

STATES = (
    State("map", "/"),
    State("results", "/search?q=street"),
    State("category", "/search?kind=restaurant&open=1"),
    State("place", at(Place, "/place/{id}", "category = 'cafe'")),
    State("reviews", at(Place, "/place/{id}/reviews", "category = 'restaurant'")),
    State("half-reviewed", at(Place, "/place/{id}/review", "category = 'hotel'"), {"Review": "The people at the"}),
    State("half-shared", at(Place, "/place/{id}/share"), {"Message": "Maybe"}),
    State("directions", at(Place, "/directions?to={name}", "category = 'bakery'")),
    State("saved", "/saved"),
    State("list", at(PlaceList, "/list/{id}")),
    State("half-written", "/lists/add", {"Name": "Places for"}),
    State("asked-to-delete", at(PlaceList, "/list/{id}/delete")),
    State("timeline", "/you/timeline"),
    State("history", "/you/history"),
    State("settings", "/you/settings"),
)
