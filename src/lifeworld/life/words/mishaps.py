"""What businesses write when something has gone wrong."""

CHARGED_TWICE: tuple[str, str] = (
    "Your question about {amount}",
    "Dear {first},\n\n"
    "Thank you for telling us. On {day} at {clock} our till took {amount} two times within a minute, and once "
    "would have done.\n\n"
    "We have asked our bank to send the second one back. It may take until next week; please write again if it "
    "has not come by then.\n\n"
    "{place}",
)

REFUND_PROMISED: tuple[str, str] = (
    "Sorry: we charged you twice",
    "Dear {first},\n\n"
    "You were right, {amount} was taken twice on {day}. The second one is on its way back to your card and should "
    "arrive within five days.\n\n"
    "The till has been spoken to.\n\n"
    "{place}",
)

LOST: tuple[str, str] = (
    "We could not find your parcel {tracking}",
    "Dear {first},\n\n"
    "We have looked for {tracking} (order {number}, {thing}) for ten days, in the van, in the depot and behind it. "
    "It was last scanned on a Tuesday and never again.\n\n"
    "The sender has been told and will refund the whole amount within three days. You need not do anything.\n\n"
    "Swiftlet Couriers, enquiries",
)

CANCELLED: tuple[str, str] = (
    "Cancelled: {title}, {day}",
    "Dear {first},\n\n"
    "{title} on {day} at {time} has to be cancelled because of illness. We are sorry that this reaches you so late."
    "\n\n"
    "What was paid will be set against the next date. All other days stay as they are.",
)
