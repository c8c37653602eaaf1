"""Looking around: the start page, search with filters, departments, deals."""

from urllib.parse import urlencode

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.catalogue import PRICES, SORTS, Filters, Item
from lifeworld.apps.shop.models import Department, Look, Search
from lifeworld.apps.shop.orders import Settings
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.web import Page, Request

PER_PAGE = 24
SORT_WORDS = {
    "featured": "Featured",
    "price_low": "Price: low to high",
    "price_high": "Price: high to low",
    "rating": "Average rating",
    "reviews": "Most ratings",
}
_RAIL = 8
_BOUGHT = """
SELECT v.product_id FROM shop_order_line l JOIN shop_variant v ON v.id = l.variant_id
GROUP BY v.product_id ORDER BY count(*) DESC, max(l.id) DESC LIMIT ?
"""


@pages.page("/")
def home(request: Request) -> Page:
    """The start page: departments, deals, what one buys often, what sells in the departments one likes."""
    store = request.store
    again = catalogue.by_ids(store, [row[0] for row in store.sql(_BOUGHT, _RAIL)])
    favourite = again[0].department_id if again else 1
    known = {item.id for item in again}
    best = catalogue.items(store, "p.department_id = ?", favourite, order="p.popularity DESC, p.id", limit=20)
    return shown(
        request,
        "home.html",
        title="Megacart",
        deals=catalogue.items(store, "p.was IS NOT NULL", order="p.popularity DESC, p.id", limit=_RAIL),
        most_off=max((item.off for item in _best_deals(request)[:1]), default=0),
        again=again,
        favourite=store.get(Department, favourite),
        best=[item for item in best if item.id not in known and item.stock][:_RAIL],
        seen=_recently(request),
    )


@pages.page("/search")
def search(request: Request) -> Page:
    """Results with filters; without words or filters, what was searched for lately."""
    filters = read_filters(request)
    if not request.query_pairs:
        return shown(request, "search.html", "search", title="Search", recent=_searches(request))
    found = catalogue.find(request.store, filters)
    if filters.q and request.query.get("page", "1") == "1":
        request.log(Search, words=filters.q)
    return _results(request, found, filters)


@pages.page("/filters")
def choose_filters(request: Request) -> Page:
    """The filters as a form of their own."""
    filters = read_filters(request)
    return shown(request, "filters.html", "search", title="Filters", filters=filters, sorts=SORT_WORDS, q=filters.q)


@pages.page("/departments")
def all_departments(request: Request) -> Page:
    counts = dict(request.store.sql("SELECT department_id, count(*) FROM shop_product GROUP BY department_id"))
    return shown(request, "departments.html", "departments", title="Departments", counts=counts)


@pages.page("/deals")
def all_deals(request: Request) -> Page:
    """Everything on offer, by department or all, the deepest cut first."""
    chosen = request.number("department")
    found = [item for item in _best_deals(request) if chosen in (0, item.department_id)]
    return shown(request, "deals.html", "deals", title="Today's deals", items=found, chosen=chosen)


def read_filters(request: Request) -> Filters:
    """Return what the query narrows the list to; anything odd in it counts as not set."""
    low, high = request.number("low"), request.number("high")
    band = request.query.get("band", "")
    if band in {f"{a}-{b}" for a, b in PRICES}:
        low, high = map(int, band.split("-"))
    return Filters(
        q=" ".join(request.search().split())[:80],
        department=request.number("department"),
        low=low,
        high=high,
        rating=min(request.number("rating"), 4),
        deals=request.query.get("deals") == "1",
        stock=request.query.get("stock") == "1",
        sort=request.choice("sort", SORTS),
    )


def _results(request: Request, found: list[Item], filters: Filters) -> Page:
    page = max(1, request.number("page", 1))
    department = request.store.first(Department, "id = ?", filters.department)

    def href(**changed: object) -> str:
        return "/shop/search?" + urlencode(filters.query(**changed) or {"sort": "featured"})

    return shown(
        request,
        "results.html",
        "search",
        title=f"“{filters.q}”" if filters.q else department.name if department else "All products",
        filters=filters,
        items=found[(page - 1) * PER_PAGE : page * PER_PAGE],
        total=len(found),
        page=page,
        page_count=max(1, -(-len(found) // PER_PAGE)),
        href=href,
        filter_href="/shop/filters?" + urlencode(filters.query()),
        prices=PRICES,
        sorts=SORT_WORDS,
        sort_menu=[
            {"text": text, "href": href(sort=sort), "on": sort == filters.sort} for sort, text in SORT_WORDS.items()
        ],
        q=filters.q,
        department=filters.department,
    )


def _best_deals(request: Request) -> list[Item]:
    return catalogue.items(request.store, "p.was IS NOT NULL", order="1.0 * p.price / p.was, p.id")


def _recently(request: Request) -> list[Item]:
    if not request.store.get(Settings, 1).history:
        return []
    looks = request.store.all(Look, order="id DESC", limit=40)
    return catalogue.by_ids(request.store, [look.product_id for look in looks])[:_RAIL]


def _searches(request: Request) -> list[str]:
    if not request.store.get(Settings, 1).history:
        return []
    words = [search.words for search in request.store.all(Search, order="id DESC", limit=40)]
    return list(dict.fromkeys(words))[:8]
