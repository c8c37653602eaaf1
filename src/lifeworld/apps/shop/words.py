"""What strangers say about products: reviews, questions and answers, put together from pieces."""

from random import Random
from typing import NamedTuple

from lifeworld.life.goods import Product


class Said(NamedTuple):
    """A review's headline and text."""

    title: str
    body: str


_TITLES: dict[str, tuple[str, ...]] = {
    "good": (
        "Better than I expected", "Would buy again", "Exactly as described", "So pleased with this", "Worth every cent",
        "My second one", "A quiet favourite", "Does what it should", "Bought for a gift, kept for myself",
        "Five stars from the whole household", "Solid and simple", "No complaints at all", "Great value",
        "Finally one that lasts", "Lovely", "Happy customer", "Small thing, big difference", "Recommended by a friend",
        "Arrived early and looks great", "Just right",
    ),
    "fair": (
        "Good, with a few buts", "Fine for the price", "Nearly there", "Decent, not more", "Does the job",
        "Good idea, average finish", "Took some getting used to", "Three and a half, really", "OK",
        "Not bad, not brilliant", "Mixed feelings",
    ),
    "poor": (
        "Not for me", "Disappointed", "Sent it back", "Looked better in the picture", "Gave up after a week",
        "Expected more", "Quality has gone down", "Came damaged", "Save your money", "Misleading photos",
    ),
}  # fmt: skip

_OPENERS: dict[str, tuple[str, ...]] = {
    "good": (
        "I have had this {thing} for {span} now and use it nearly every day.",
        "Ordered on a {day}, here two days later, in use ever since.",
        "My sister has one, I borrowed it twice and then gave in.",
        "This replaced a {thing} that cost twice as much.",
        "I compared five or six before choosing this {thing}.",
        "Bought it on a whim and have not regretted it once in {span}.",
        "We gave one to my father-in-law, who is hard to please.",
        "After {span} it still looks the way it did on the first day.",
        "I read all the reviews first, so here is mine.",
        "Our old {thing} gave up after nine years; this one is the better one.",
        "I did not think a {thing} could make me this happy.",
        "Unpacked it within a minute and understood it at once.",
    ),
    "fair": (
        "I have been using this {thing} for {span}.",
        "It is a {thing}. It does what a {thing} does.",
        "I wanted to love it.",
        "Bought to tide us over until the proper one arrives.",
        "After {span} I am still not sure what to think.",
        "There is a good {thing} hidden in here somewhere.",
        "For the money one can't say much against it.",
        "My expectations were low, and they were met.",
    ),
    "poor": (
        "I gave this {thing} {span}, which was too long.",
        "The box was open when it came.",
        "I don't often write reviews, but this {thing} made me.",
        "What arrived has little to do with the picture.",
        "I should have listened to the other reviews.",
        "It went wrong after {span}.",
    ),
}  # fmt: skip

_DETAILS: dict[str, dict[str, tuple[str, ...]]] = {
    "Kitchen": {
        "good": (
            "It cleans up in a minute and nothing sticks.", "The handle stays cool and sits well in a small hand.",
            "It has found a permanent place on the counter, and space is tight here.",
            "Sunday breakfast has never gone this smoothly.", "Even heat, no rattling, no plastic smell.",
        ),
        "fair": ("The lid does not close quite flush.", "A little louder than the old one.",
                 "The markings on the side are hard to read in the evening."),
        "poor": ("The coating began to flake.", "It leaks at the seam, and of course onto the recipe book.",
                 "It arrived with a dent and a second dent opposite."),
    },
    "Home": {
        "good": (
            "The colour is a touch warmer than on my screen, and better for it.", "Went together in twenty minutes.",
            "Visitors ask where we found it.", "It does not wobble, even on our crooked floorboards.",
            "It made the hallway look as if grown-ups lived here.",
        ),
        "fair": ("Two screws were missing, but I had some.", "Smaller than it looks, so do measure first.",
                 "It needed a day at the open window."),
        "poor": ("The holes did not line up at all.", "The fabric pilled within days.",
                 "One leg is shorter than the others and no sock in the world evens it out."),
    },
    "Electronics": {
        "good": (
            "Set-up took less time than the kettle.", "The battery easily gets me through two days.",
            "It paired with everything I own on the first try.", "The buttons click in the way buttons should.",
            "Clear sound, clear picture, clear manual.",
        ),
        "fair": ("The cable could be longer.", "It gets warm, though never hot.",
                 "The little light is very bright at night; I put tape over it."),
        "poor": ("It loses the connection whenever somebody walks past.", "The battery was flat by lunch.",
                 "Support answered after eleven days with a link to the manual."),
    },
    "Clothing": {
        "good": (
            "True to size; I am between two and took the larger.", "Washed it six times and the shape has held.",
            "The cloth is heavier than I hoped for the price.", "Pockets! Real ones.",
            "I have worn it to work, to a christening and up a hill.",
        ),
        "fair": ("The sleeves run a little long.", "The colour faded slightly in the first wash.",
                 "One loose thread at the hem, easily mended."),
        "poor": ("Two sizes too small whatever the chart says.", "A seam came open on the second day.",
                 "It itches."),
    },
    "Books": {
        "good": (
            "I read the last hundred pages standing at a bus stop.",
            "The paper is good and the type is kind to my eyes.",
            "My book club talked about it for once.", "I have lent it to three people and seen it come back twice.",
            "Every chapter ends one page later than you wanted to sleep.",
        ),
        "fair": ("The middle third could have been shorter.", "The cover gives too much away.",
                 "I liked the ideas more than the sentences."),
        "poor": ("I stopped at page sixty.", "Several pages were bound upside down.",
                 "The blurb describes another book."),
    },
    "Sports": {
        "good": (
            "It has survived rain, mud and my brother.", "Light enough that I forget I am carrying it.",
            "Grips well even with cold hands.", "Packs down smaller than the photo suggests.",
            "Used it twice a week all season without a scratch.",
        ),
        "fair": ("The strap slips now and then.", "Heavier than stated; I weighed it.",
                 "Fine for beginners, I will want another one next year."),
        "poor": ("It tore the first time I used it outdoors.", "The zip is already gone.",
                 "The smell of rubber never went away."),
    },
    "Garden": {
        "good": (
            "My balcony looks like somebody else's.", "It stood out all winter and does not show it.",
            "Everything came up, even in our clay.", "Sharp, sturdy and easy on the wrist.",
            "The robin approves as well.",
        ),
        "fair": ("The instructions are only pictures, and small ones.", "Half of them took, which is fair enough.",
                 "A bit flimsy where the parts join."),
        "poor": ("Rust after the first shower.", "Nothing came up at all.", "It blew over and broke on day three."),
    },
    "Toys & Games": {
        "good": (
            "Our six-year-old explained the rules to us.", "We played it four times on the first evening.",
            "All the pieces fit, and there is a bag to keep them in.", "It has outlasted three birthdays.",
            "Even the teenager looked up.",
        ),
        "fair": ("The box is twice as large as what is in it.", "Better with three than with two.",
                 "The rules leave room for quarrels."),
        "poor": ("A piece was missing, the important one.", "Broken before the candles were out.",
                 "Much smaller than in the picture."),
    },
    "Health & Beauty": {
        "good": (
            "My skin is easily offended and has not complained.", "A little goes a long way.",
            "It smells of almost nothing, which is the point.", "I sleep better, though that may be the season.",
            "The refill fits without spilling.",
        ),
        "fair": ("The pump needs patience.", "Works, but slowly.", "The scent is stronger than described."),
        "poor": ("It gave me a rash within an hour.", "Leaked all over the parcel.", "No difference after {span}."),
    },
    "Office & Pets": {
        "good": (
            "The cat moved in before I had finished unpacking.", "My desk has edges again.",
            "Paper and ink get along: nothing bleeds through.", "The dog carries it around like a certificate.",
            "I ordered a second one for the office the same day.",
        ),
        "fair": ("The colour differs from the other ones in the series.", "Works if you have patience, or a small dog.",
                 "The box promised more than it held."),
        "poor": ("Destroyed in four minutes by a dachshund.", "It bent under a normal stack of paper.",
                 "The glue let go after a week."),
    },
}  # fmt: skip

_CLOSERS: dict[str, tuple[str, ...]] = {
    "good": (
        "I would choose it again.", "Get one.", "A present for anybody who says they need nothing.",
        "I have ordered another for my mother.", "Highly recommended.", "", "", "The price is more than fair.",
        "If it ever breaks, I will buy the same again.", "Thank you to whoever designed this.",
        "Delivery was quick as well.", "No notes.",
    ),
    "fair": (
        "I am keeping it, but without enthusiasm.", "For a little more you get a better one.", "",
        "Buy it on offer.", "It will do.", "Three stars for the price, two for the rest.",
        "Read the measurements twice.",
    ),
    "poor": (
        "Back it went.", "The refund came quickly, to be fair.", "Avoid.", "I have gone back to my old one.", "",
        "Perhaps I had bad luck.", "One star for the driver.",
    ),
}  # fmt: skip

_SPANS = ("two weeks", "a month", "six weeks", "three months", "half a year", "a whole winter", "ten days", "a year")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Sunday")

QUESTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("How long is the guarantee on this {thing}?", ("Two years, it says on the card inside.",
        "Two years. I have not needed it so far.")),
    ("Does it come in plastic-free packaging?", ("Mine came in cardboard and paper only.",
        "Almost: there was one small bag inside.")),
    ("Can it be sent as a gift without the price?", ("Yes, write a gift note at the checkout and the slip leaves the "
        "price out.", "Yes, I did that for my aunt.")),
    ("Is the colour the same as in the pictures?", ("A little darker in daylight.", "Yes, on my screen at least.",
        "Close enough that nobody noticed.")),
    ("Would you buy this {thing} again?", ("I have, twice.", "Yes, without thinking.",
        "Probably, though I would wait for an offer.")),
    ("How heavy is the parcel? I have to carry it up four floors.", ("I managed with one hand.",
        "Not bad, but take a break on the third.")),
    ("Where is it made?", ("The label only names {brand}, not a country.",
        "Mine has {brand} on the bottom and no more.")),
    ("Is there a smell when it is new?", ("For a day or so, then it is gone.", "None that I noticed.")),
    ("Are spare parts sold for it?", ("{brand} sent me one free of charge.", "I found them by asking {brand}.")),
    ("How does it compare with last year's?", ("Slightly better finish, otherwise the same.",
        "I own both and use whichever is nearer.")),
    ("Is this suitable for someone with small hands?", ("Yes, my daughter is ten and manages well.",
        "I have small hands and no trouble.")),
    ("Does anyone know whether it will be restocked in other colours?", (
        "They said in spring, but not which spring.",)),
    ("Is it worth waiting for a deal?", ("It was cheaper in November, by a few dollars.",
        "I waited three months and saved nothing.")),
    ("How is it after a year of use?", ("Like new, apart from where I dropped it.", "Still going. No complaints.",
        "A few scratches, works as before.")),
)  # fmt: skip

MINE: tuple[str, ...] = (
    "Does this {thing} come with the instructions printed, or only to download?",
    "Has anybody had this {thing} for more than a year?",
    "Is the {thing} easy to return if it does not suit?",
)


def thing(product: Product) -> str:
    """Return what one calls a product in passing: "kettle", not its full name with all sizes."""
    if product.department == "Books":
        return "book"
    name = product.name.split(",")[0].split(":")[0].split(" with ")[0]
    words = [word for word in name.split() if not word[0].isdigit() and len(word) > 1]
    return " ".join(word.lower() if word[1:].islower() else word for word in words)


def review(rng: Random, product: Product, stars: int) -> Said:
    """Return what somebody who gives so many stars writes."""
    mood = "good" if stars >= 4 else "fair" if stars == 3 else "poor"
    details = _DETAILS[product.department][mood]
    pieces = [
        rng.choice(_OPENERS[mood]) if rng.random() < 0.8 else "",
        *rng.sample(details, rng.choice((1, 1, 2))),
        rng.choice(_CLOSERS[mood]),
    ]
    text = " ".join(piece for piece in pieces if piece)
    said = text.format(thing=thing(product), span=rng.choice(_SPANS), day=rng.choice(_DAYS))
    return Said(rng.choice(_TITLES[mood]), said)
