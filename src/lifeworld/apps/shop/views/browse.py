"""Looking around: the start page, search with filters, departments, deals."""

from collections import Counter
from dataclasses import replace
from functools import partial

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.catalogue import PRICES, SORTS, Filters, Item
from lifeworld.apps.shop.models import Department, Look, Search
from lifeworld.apps.shop.orders import Settings
from lifeworld.apps.shop.views import pages
from lifeworld.store import Store
from lifeworld.web import Page, Request
from lifeworld.web.language import N_, _
from lifeworld.web.plain import over

SEASONS = (N_("winter"), N_("spring"), N_("summer"), N_("autumn"))
_RAIL = 8
_BOUGHT = """
SELECT v.product_id FROM shop_order_line l JOIN shop_variant v ON v.id = l.variant_id
GROUP BY v.product_id ORDER BY count(*) DESC, max(l.id) DESC LIMIT ?
"""


@pages.page("/")
def home(request: Request) -> Page:
    """The start page: departments, deals, what one buys often, what sells in the departments one likes."""
    store, deals = request.store, catalogue.deals(request.store)
    again = often_bought(store)
    favourite = again[0].department_id if again else store.one(Department).id
    known = {item.id for item in again}
    best = catalogue.find(store, Filters(department=favourite, stock=True))
    return request.page(
        "home.html",
        title=_("Megacart"),
        season=_(SEASONS[request.now.month % 12 // 3]),
        deals=catalogue.put_forward(deals)[:_RAIL],
        most_off=_most_off(deals),
        again=again,
        favourite=store.get(Department, favourite),
        best=[item for item in best if item.id not in known][:_RAIL],
        seen=_recently(request),
    )


def often_bought(store: Store) -> list[Item]:
    """Return a rail of what one buys again and again."""
    return catalogue.by_ids(store, [row[0] for row in store.sql(_BOUGHT, _RAIL)])


@pages.page("/search", narrows=("q", "department", "low", "high", "rating", "deals", "stock"))
def search(request: Request) -> Page:
    """Results with filters; without words or filters, what was searched for lately."""
    filters = read_filters(request)
    if not request.query_pairs:
        return request.page("search.html", title=_("Search"), recent=_searches(request))
    if filters.q and "show" not in request.query:
        request.log(Search, words=filters.q)
    department = request.store.first(Department, "id = ?", filters.department)
    anywhere = catalogue.find(request.store, replace(filters, department=0))
    part = request.cut([item for item in anywhere if filters.department in (0, item.department_id)])
    return request.page(
        "results.html",
        title=f"“{filters.q}”" if filters.q else department.name if department else _("All products"),
        filters=filters,
        part=part,
        counts=Counter(item.department_id for item in anywhere),
        popular=[] if part.rows else catalogue.find(request.store, Filters(stock=True))[:_RAIL],
        within=department,
        href=partial(_narrowed, request, filters),
        filter_href=request.address.replace("search", "filters", 1),
        kept={name: value for name, value in request.query.items() if name not in ("low", "high", "show")},
        prices=PRICES,
        sort=_(SORTS[filters.sort][0]),
        sorts=request.options("sort", {sort: named[0] for sort, named in SORTS.items()}),
        q=filters.q,
        department=filters.department,
    )


@pages.page("/filters")
def choose_filters(request: Request) -> Page:
    """The filters as a form of their own, over what they narrow."""
    filters = read_filters(request)
    sorts = [(sort, _(named[0])) for sort, named in SORTS.items()]
    shown = {"filters": filters, "sorts": sorts, "q": filters.q}
    back = request.address.replace("filters", "search", 1)
    return over(request, back, "shop/filters.html", title=_("Filters"), **shown)


@pages.page("/departments")
def all_departments(request: Request) -> Page:
    counts = dict(request.store.sql("SELECT department_id, count(*) FROM shop_product GROUP BY department_id"))
    most_off = _most_off(catalogue.deals(request.store))
    return request.page("departments.html", title=_("Departments"), counts=counts, most_off=most_off)


@pages.page("/deals")
def all_deals(request: Request) -> Page:
    """Everything on offer, by department or all, the deepest cut first."""
    chosen = request.number("department")
    part = request.cut([item for item in catalogue.deals(request.store) if chosen in (0, item.department_id)])
    return request.page(
        "deals.html", title=_("Today's deals"), under=_("Biggest discounts first."), part=part, chosen=chosen
    )


def read_filters(request: Request) -> Filters:
    """Return what the query narrows the list to; anything odd in it counts as not set."""
    return Filters(
        q=" ".join(request.search().split())[:80],
        department=request.number("department"),
        low=request.number("low"),
        high=request.number("high"),
        rating=min(request.number("rating"), 4),
        deals=request.query.get("deals") in ("1", "on"),
        stock=request.query.get("stock") in ("1", "on"),
        sort=request.choice("sort", tuple(SORTS)),
    )


def _narrowed(request: Request, filters: Filters, **changed: int) -> str:
    """Return the address of the results with some filters changed."""
    set_anew = {name: int(value) or None for name, value in changed.items()}
    return request.with_query(show=None, sort=filters.sort, **set_anew)


def _most_off(deals: list[Item]) -> int:
    return deals[0].off if deals else 0


def _recently(request: Request) -> list[Item]:
    looks = request.store.all(Look, order="id DESC", limit=40) if _remembers(request) else []
    return catalogue.by_ids(request.store, [look.product_id for look in looks])[:_RAIL]


def _searches(request: Request) -> list[str]:
    made = request.store.all(Search, order="id DESC", limit=40) if _remembers(request) else []
    return list(dict.fromkeys(search.words for search in made))[:8]


def _remembers(request: Request) -> bool:
    return request.store.get(Settings, 1).history
