"""The arena: two agents, one task, a blind vote, a ranking. Nothing but the command line imports it."""
