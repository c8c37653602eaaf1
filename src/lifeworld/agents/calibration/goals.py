"""The same in plain words, for agents that take a goal and find the way themselves: one goal an episode."""

_MOST = 2  # times four actions that a goal may take
# No goal in words means just one of these.
_UNSAID = ("drag", "swipe", "zoom", "turned screen", "waiting", "answer", "requests")
