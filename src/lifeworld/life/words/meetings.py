"""Titles of single meetings and check-ups, as people write them into calendars."""

MEETINGS: dict[str, tuple[str, ...]] = {
    "nora": (
        "Hinge options, round two",
        "Packaging mock-up review",
        "Interview: junior designer",
        "Dispenser: sound check",
        "Photo shoot, hearing aid mk 4",
        "Budget with Ada",
        "Colour and finish",
        "Handover from Sunniva",
        "Usability debrief",
        "Moulding partner call",
        "Lunch talk: repairable things",
        "Roadmap, spring",
        "Roadmap, autumn",
        "Trade fair: who goes?",
        "Icon set walk-through",
        "Patent drawings",
        "Battery door, again",
        "Retrospective: winter prototypes",
        "Safety review",
        "Intern's last day cake",
        "Lab booking, spring term",
        "Tolerance stack-up",
        "Naming the dispenser",
        "Carton artwork sign-off",
    ),
}

CHECKUPS: tuple[tuple[str, str], ...] = (
    ("Check-up", "clinic"),
    ("Blood test", "clinic"),
    ("Dentist, cleaning", "dentist"),
    ("Contact lens fitting", "optician"),
    ("Physio, first session", "physio"),
    ("Physio, second session", "physio"),
    ("Haircut", "haircut"),
    ("Haircut, the usual", "haircut"),
)
