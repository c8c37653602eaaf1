"""Port Callow: its streets and its businesses, the same in every life."""

from functools import cache
from random import Random
from typing import NamedTuple

from lifeworld.life.models import Business

CITY = "Port Callow"
DISTRICTS: dict[str, tuple[str, str]] = {
    "Old Quay": ("97480", "Lantern Street, Ropewalk Lane, Chandler Row, Tidegate, Saltmarket, Anchor Steps"),
    "Millrace": ("97481", "Weaver Street, Sluice Road, Dyers Lane, Wheelwright Street, Fulling Court, Mill Terrace"),
    "Harrow Hill": ("97482", "Orchard Rise, Beacon Street, Harrow Crescent, Larch Avenue, Foxglove Lane, Summit Road"),
    "Eastfield": ("97483", "Clover Street, Barley Road, Furrow Lane, Granary Way, Poplar Street, Threshing Row"),
    "Glasshouse": ("97484", "Kiln Street, Prism Road, Annealing Yard, Crown Glass Lane, Ember Street, Furnace Row"),
    "Linden Park": ("97485", "Linden Avenue, Bandstand Road, Fountain Street, Acacia Lane, Pavilion Walk, Elder Court"),
    "Northgate": ("97486", "Toll Street, Drover Road, Postern Lane, Cordwain Street, Gatehouse Row, Wainscot Road"),
}
AREA_CODES = ("360", "503", "541", "564", "458", "971")


class Place(NamedTuple):
    """What the city's directory says of a business."""

    key: str
    name: str
    kind: str
    category: str
    emoji: str
    district: str


def _directory(kind: str, category: str, entries: str) -> list[Place]:
    rows = [tuple(part.strip() for part in line.split("|")) for line in entries.strip().splitlines()]
    return [Place(key, name, kind, category, emoji, district) for key, name, emoji, district in rows]


DIRECTORY: tuple[Place, ...] = (
    *_directory(
        "grocer",
        "Groceries",
        """
        tallow | Tallow & Rye Market | shopping-cart | Millrace
        greenbasket | Greenbasket Co-op | leafy-green | Linden Park
        pennywise | Pennywright Foods | shopping-bags | Eastfield
        ferrante | Ferrante Delicatessen | cheese-wedge | Old Quay
        saturdaymarket | Quayside Saturday Market | basket | Old Quay
        """,
    ),
    *_directory("bakery", "Groceries", "crumb | Crumb & Kettle Bakery | bread | Millrace"),
    *_directory(
        "cafe",
        "Eating out",
        """
        blueheron | Blue Heron Coffee | hot-beverage | Millrace
        lantern | The Lantern Room | teacup-without-handle | Old Quay
        pivot | Pivot Espresso Bar | hot-beverage | Glasshouse
        marigold | Marigold Tea House | teapot | Harrow Hill
        nightowl | Night Owl Diner | doughnut | Northgate
        """,
    ),
    *_directory(
        "restaurant",
        "Eating out",
        """
        saffron | Saffron Gate | curry-rice | Old Quay
        osteria | Osteria Bellwether | spaghetti | Linden Park
        kumo | Kumo Noodle House | steaming-bowl | Glasshouse
        tideline | Tideline Oyster Bar | oyster | Old Quay
        elcamino | Casa Tordo | taco | Eastfield
        hearthstone | Hearthstone Pizza | pizza | Millrace
        mesquite | Mesquite & Smoke | cut-of-meat | Northgate
        verdant | Verdant Kitchen | green-salad | Linden Park
        gildedpear | The Gilded Pear | wine-glass | Harrow Hill
        """,
    ),
    *_directory(
        "bar",
        "Eating out",
        """
        copperpot | The Copper Pot | beer-mug | Glasshouse
        halyard | Halyard Taproom | clinking-beer-mugs | Old Quay
        """,
    ),
    *_directory(
        "transport",
        "Transport",
        """
        callowtransit | Callow Transit | bus | Northgate
        kerbrides | Kerb Rides | taxi | Glasshouse
        brightfuel | Brightfuel Station | fuel-pump | Eastfield
        parkwright | Parkwright Garages | oncoming-automobile | Old Quay
        northrail | Northern Coast Rail | locomotive | Northgate
        """,
    ),
    *_directory("airline", "Travel", "skyward | Skyward Air | airplane | Northgate"),
    *_directory(
        "hotel",
        "Travel",
        """
        pinecrest | Pinecrest Lodge | hotel | Northgate
        maristela | Casa Maristela | hotel | Old Quay
        gullhouse | Gull House Inn | bed | Old Quay
        """,
    ),
    *_directory(
        "shop",
        "Shopping",
        """
        megacart | Megacart | package | Eastfield
        pageturner | Dog-Ear Books | books | Millrace
        hardwick | Hardwick Hardware | hammer | Eastfield
        fern | Fern & Frond Plants | potted-plant | Linden Park
        thimble | Thimble & Thread | thread | Old Quay
        spoke | Spokesmith Cycles | bicycle | Glasshouse
        summit | Overhang Outdoor | hiking-boot | Glasshouse
        petalworks | Petalworks Florist | bouquet | Old Quay
        vinyl | Groove Merchant Records | optical-disk | Northgate
        bramble | Bramble Pet Supply | paw-prints | Eastfield
        """,
    ),
    *_directory(
        "leisure",
        "Leisure",
        """
        boulder | Basalt Climbing Hall | mountain | Glasshouse
        rialto | Rialto Picture House | cinema | Old Quay
        philharmonic | Callow Philharmonic Hall | violin | Linden Park
        marina | Callow Marina | sailboat | Old Quay
        lido | Eastfield Lido | wave | Eastfield
        museum | Museum of Salt and Glass | classical-building | Glasshouse
        """.replace("| wave |", "| water-wave |"),
    ),
    *_directory(
        "health",
        "Health",
        """
        dentist | Millrace Dental Practice | tooth | Millrace
        clinic | Linden Family Clinic | stethoscope | Linden Park
        apothecary | Tidegate Pharmacy | pill | Old Quay
        physio | Straightway Physiotherapy | person-in-lotus-position | Northgate
        optician | Clearwater Opticians | glasses | Linden Park
        vet | Eastfield Animal Clinic | paw-prints | Eastfield
        haircut | Shear Delight Salon | scissors | Millrace
        """,
    ),
    *_directory(
        "utility",
        "Home",
        """
        electric | Callow Light & Power | high-voltage | Northgate
        water | Port Callow Water | droplet | Northgate
        internet | Fathom Broadband | wireless | Glasshouse
        phone | Larkline Mobile | mobile-phone | Glasshouse
        gas | Beacon Gas | fire | Northgate
        """,
    ),
    *_directory(
        "landlord",
        "Home",
        """
        lettings | Quayside Lettings | house | Old Quay
        mortgage | Harrow Building Society | houses | Harrow Hill
        """,
    ),
    *_directory(
        "insurer",
        "Insurance",
        """
        insurer | Bulwark Mutual | shield | Northgate
        carinsurer | Wayside Motor Cover | automobile | Northgate
        """,
    ),
    *_directory(
        "subscription",
        "Leisure",
        """
        cadence | Cadence Music | headphone | Glasshouse
        reelplus | Reel Plus | television | Glasshouse
        gazette | The Callow Gazette | newspaper | Old Quay
        """,
    ),
    *_directory(
        "school",
        "Education",
        """
        school | Northgate High School | school | Northgate
        nightclass | Callow Evening College | graduation-cap | Millrace
        """,
    ),
    *_directory("charity", "Giving", "shelter | Harbour Lights Shelter | heart-suit | Old Quay"),
    *_directory("carrier", "Shopping", "courier | Swiftlet Couriers | delivery-truck | Eastfield"),
    *_directory("bank", "Income", "harbour | Harbour Bank | bank | Old Quay"),
    *_directory(
        "employer",
        "Income",
        """
        fernhill | Fernhill Studio | artist-palette | Glasshouse
        brannoc | St. Brannoc Hospital | hospital | Northgate
        hartogvale | Hartog Vale Architects | triangular-ruler | Old Quay
        otterworks | Otterworks Games | video-game | Glasshouse
        tidewater | Tidewater Research Institute | microscope | Linden Park
        """,
    ),
    *_directory("council", "Home", "council | Port Callow City Council | classical-building | Old Quay"),
)


def address(rng: Random, district: str = "", flat: bool = False) -> str:
    """Return a street address of the city, such as "14 Weaver Street, Port Callow 97481"."""
    district = district or rng.choice(tuple(DISTRICTS))
    code, streets = DISTRICTS[district]
    door = f", Apt {rng.randint(1, 9)}{rng.choice('ABCD')}" if flat else ""
    return f"{rng.randint(2, 240)} {rng.choice(streets.split(', '))}{door}, {CITY} {code}"


def phone(index: int) -> str:
    """Return the index-th telephone number of the ranges that are kept free for fiction."""
    area, line = divmod(index, 100)
    return f"({AREA_CODES[area % len(AREA_CODES)]}) 555-{100 + line:04d}"


def domain(name: str) -> str:
    """Return where a business called `name` has its mail: "tallowandrye.example"."""
    words = name.lower().replace("&", "and").removeprefix("the ")
    return "".join(c for c in words if c.isascii() and c.isalnum()) + ".example"


@cache
def businesses() -> dict[str, Business]:
    """Return every business of the city by its key in the directory, ids from 1."""
    rng = Random("port callow")
    made = {}
    for number, place in enumerate(DIRECTORY, start=1):
        made[place.key] = Business(
            id=number,  # type: ignore[call-arg]  # every row has an id
            name=place.name,
            kind=place.kind,
            category=place.category,
            email=f"{_MAILBOX.get(place.kind, 'hello')}@{domain(place.name)}",
            phone=phone(399 + number),
            address=address(rng, place.district),
            emoji=place.emoji,
        )
    return made


_MAILBOX = {
    "utility": "accounts",
    "bank": "service",
    "landlord": "office",
    "insurer": "service",
    "employer": "people",
    "shop": "orders",
    "airline": "bookings",
    "health": "reception",
    "school": "office",
    "subscription": "news",
}
