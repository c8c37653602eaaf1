"""Words for letters alone, and how people of each temper begin and end one."""

WORDS: dict[str, tuple[str, ...]] = {
    "workday": ("Monday", "Wednesday", "Friday"),
    "workday2": ("Tuesday", "Thursday"),
    "hotel": ("Pinecrest", "Gull House", "inn by the bridge"),
    "street": ("Weaver Street", "Kiln Street", "Toll Street", "Poplar Street", "Larch Avenue", "Chandler Row"),
    "reason_past": (
        "the week got hold of me",
        "the kettle boiled over, and so on",
        "I fell asleep on the sofa",
        "the telephone rang",
        "it was suddenly Thursday",
    ),
    "season_was": ("last summer", "the wedding", "New Year", "your birthday", "the spring", "before the holidays"),
    "spot_hall": ("on the stairs", "in the hall", "by the letter boxes", "on the bench outside", "in the cloakroom"),
    "spot_desk": ("in the left drawer", "under the lamp", "in the green folder", "beside the keyboard", "in the tray"),
    "errand": ("dentist", "school", "town hall", "bank", "garage", "eye clinic", "notary"),
    "dept": ("Kitchen", "Home", "Electronics", "Books", "Sports", "Garden"),
    "clock": ("07:52", "21:14", "12:36", "18:05", "22:48", "09:27"),
}

PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "dear": {
        "terse": ("{other},", "{other} –", "Hi,", "Hello {other},"),
        "warm": ("Dearest {other},", "My dear {other},", "Hello lovely {other},", "Hi {other}!", "Dear {other},"),
        "chaotic": ("Hiii {other},", "{other}!!", "ok {other}, so:", "Hey hey {other},", "Dear {other} (formal!),"),
        "formal": ("Dear {other},", "My dear {other},", "Good day {other},"),
    },
    "regards": {
        "terse": ("{self}", "Best\n{self}", "– {self}", "Thanks\n{self}"),
        "warm": (
            "With love,\n{self}",
            "A big hug,\n{self}",
            "Warmly,\n{self}",
            "All my best wishes,\n{self}",
            "Yours, as ever,\n{self}",
        ),
        "chaotic": ("xx {self}", "ok bye!!\n{self}", "{self} 🐸", "yours in chaos,\n{self}", "love love,\n{self}"),
        "formal": (
            "With kind regards,\n{self}",
            "Yours sincerely,\n{self}",
            "With best wishes,\n{self}",
            "Cordially,\n{self}",
        ),
    },
}
