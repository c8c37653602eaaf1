"""The city itself: its weather, and where one pays to park."""

from lifeworld.apps.maps import measures
from lifeworld.apps.maps.views import pages
from lifeworld.apps.maps.views.stage import beside, stage
from lifeworld.city.parking import zones
from lifeworld.city.weather import ahead, weather
from lifeworld.web import Page, Request
from lifeworld.web.language import _


@pages.page("/weather")
def show_weather(request: Request) -> Page:
    """The weather of today and the next days, and between which temperatures they all lie."""
    today = request.now.date()
    days = ahead(today)
    return request.page(
        "weather.html",
        title=_("Weather"),
        today=weather(today),
        days=days,
        coldest=min(one.low for one in days.values()),
        warmest=max(one.high for one in days.values()),
        **beside(request),
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
