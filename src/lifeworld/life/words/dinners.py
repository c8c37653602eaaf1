"""How people name dinners and what they write beside a payment."""

TITLES: tuple[str, ...] = (
    "Dinner with {names}",
    "{place} with {names}",
    "Dinner, {place}",
    "{names}: dinner",
    "Catch-up with {names}",
    "Supper with {names}",
)

NOTES: tuple[str, ...] = (
    "{place}",
    "Dinner 🍷",
    "My half, thank you!",
    "{place} last night",
    "for dinner",
    "Dinner, as promised",
    "food + the good wine",
    "{place} 🙏",
    "dinner, thanks for paying",
    "My part of {place}",
)
