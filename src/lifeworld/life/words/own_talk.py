"""Messages written by hand for one life each, of these last days: they agree with its calendar, lists and letters.

A chat is the key of a group, or `@` and the key of a person.
"""

from typing import NamedTuple


class Said(NamedTuple):
    """One such message; `days` counts from now."""

    chat: str
    days: int
    clock: str
    sender: str
    text: str
    read: bool = True


OWN_TALK: dict[str, tuple[Said, ...]] = {
    "nora": (
        Said("wedding", -3, "12:02", "clara", "Second tasting is Sunday the 22nd at three, at ours. Mum comes too! 🎂"),
        Said("wedding", -3, "12:09", "me", "I'll bring lemon and almond. Poppy seed only if Odile can wait that long."),
        Said("wedding", -3, "12:11", "renata", "She can't wait for anything, bring it."),
        Said("wedding", -3, "12:40", "zoe", "can I come and just stand near the cake"),
        Said("@jonas", -1, "19:31", "jonas", "did the lettings ppl write back about the bedroom window??"),
        Said(
            "@jonas",
            -1,
            "19:44",
            "me",
            "Yes, a carpenter in the week of the 16th, but I have to ring them to pick a day.",
        ),
        Said("@jonas", -1, "19:45", "jonas", "not tuesday morning, I have the brass band kids"),
        Said("@tobias", -4, "21:40", "tobias", "27th, Copper Pot, eight. You'll come?"),
        Said("@mei", 0, "08:52", "mei", "12:30 kumo today still yes?? I will need noodles by then", False),
        Said(
            "@pilar",
            -5,
            "18:20",
            "pilar",
            "If you need me for Biscuit in April, just say the days, I'm here all month.",
        ),
        Said("coastwalk", -6, "20:31", "ruben", "Paid the hut warden. $16.00 each, Nora's has arrived, thank you!"),
        Said(
            "@odile",
            -7,
            "17:12",
            "odile",
            "The book was good until the bell. I should like one without a drowning next.",
        ),
    ),
    "desmond": (
        Said("swaps", -2, "10:15", "me", "I need 24 to 29 July covered. Camp with the kids."),
        Said("swaps", -2, "10:31", "petra", "I take 24 and 25"),
        Said("swaps", -2, "11:02", "yusuf", "I can do the 27th if nobody asks me about August ever again"),
        Said("swaps", -1, "22:48", "lloyd", "Maybe the 26th. Ask me Tuesday."),
        Said(
            "@carmen",
            -3,
            "18:05",
            "carmen",
            "The third payment for the trip is due on the 18th. Will you pay this one, or shall I?",
        ),
        Said("@carmen", -3, "19:20", "me", "I'll pay this one."),
        Said(
            "@amara", -1, "16:33", "amara", "dad I need oboe reeds before wednesday week, the concert!! medium soft, 2"
        ),
        Said("@theo", 0, "11:15", "theo", "Form is in the bag. Front pocket. Needs your name twice.", False),
        Said("@emeka", -4, "20:02", "emeka", "The 29th, 10:40, eye clinic. I drive, you translate the doctors."),
        Said("@josiah", -6, "15:20", "josiah", "You owe me a rematch. Bring the small coins."),
        Said("leaving", -5, "21:12", "petra", "26th, Halyard, seven. Envelope in locker 9. Not a word to B"),
        Said("@finn", -2, "17:44", "finn", "is my back wheel alive?? no rush but also I walk everywhere now"),
    ),
    "wilma": (
        Said("library", -1, "16:10", "tomasz", "Inspector moved nothing. 8 October, 10:30 stands."),
        Said("library", -1, "16:22", "lionel", "I shall be there. Are the door closers done, Wilma?"),
        Said("library", -1, "16:40", "me", "Two of five. The joiner comes on Thursday, I have his word."),
        Said(
            "@imogen",
            -2,
            "07:48",
            "imogen",
            "I got my roofer for you! Thursday at half past seven, he will look at the corner.",
        ),
        Said(
            "@floor",
            -1,
            "23:10",
            "floor",
            "mama the aunt of the director asked AGAIN. tickets yes or no, by sunday!!",
            False,
        ),
        Said(
            "@beatriz",
            -3,
            "18:30",
            "beatriz",
            "Did you reach the Tideline? Friday the 9th, seven, five of us with the high chair.",
        ),
        Said("@beatriz", -3, "19:02", "me", "Not yet. I shall telephone them before the weekend."),
        Said(
            "altos",
            -4,
            "21:55",
            "edith",
            "Extra rehearsal on Monday the 5th at six, for the motet. Please answer the invitation.",
        ),
        Said(
            "valmare",
            -2,
            "10:20",
            "rupert",
            "I'd share with Viktor if somebody lends me ear plugs. Edith wants the list by Saturday.",
        ),
        Said("@hedda", -5, "12:14", "hedda", "Crane is the 23rd. I can be there from ten. Bring the old ropes"),
        Said("@ansel", -1, "12:45", "ansel", "Basil asked for his ladder. At the gate. In person."),
        Said(
            "crescent", -1, "18:33", "basil", "The residents meet on 26 October at seven. The gnome is on the agenda."
        ),
    ),
}
