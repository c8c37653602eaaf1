"""The city itself: its weather, and where one pays to park."""

from datetime import timedelta

from lifeworld.apps.maps import measures
from lifeworld.apps.maps.views.frame import pages
from lifeworld.apps.maps.views.stage import stage
from lifeworld.city.parking import zones
from lifeworld.city.weather import weather
from lifeworld.web import Page, Request
from lifeworld.web.language import _

_AHEAD = 9  # days after today


@pages.page("/weather")
def show_weather(request: Request) -> Page:
    """The weather of today and the next days, and between which temperatures they all lie."""
    today = request.now.date()
    days = {day: weather(day) for day in (today + timedelta(days=ahead) for ahead in range(_AHEAD + 1))}
    return request.page(
        "weather.html",
        title=_("Weather"),
        today=days.pop(today),
        days=days,
        coldest=min(one.low for one in days.values()),
        warmest=max(one.high for one in days.values()),
    )


@pages.page("/parking")
def show_parking(request: Request) -> Page:
    """The zones where one pays to park, with hours and prices."""
    found = zones().values()
    return request.page(
        "parking.html",
        title=_("Parking"),
        stage=stage(request, [point for zone in found for point in zone.outline], parking=True),
        zones={zone: measures.week(zone.hours) for zone in found},
    )
