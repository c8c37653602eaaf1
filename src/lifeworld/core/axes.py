"""What configurations vary in, by name; the values of each stand in `taskkit.configuration`."""

CHOSEN_AXES = ("theme", "state", "content", "language", "goal_language", "layout", "device")
EVERY_AXIS = ("profile", "instance", "phrasing", *CHOSEN_AXES)
