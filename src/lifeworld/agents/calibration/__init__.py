"""Holds an agent against a page whose every control is at a known place: what it meant, and what arrived there.

`page.py` is the page, `exercises.py` what is done, `playing.py` plays it, `faults.py` names what differs, and
`check.py` makes a table of it. No world is touched: the page is a stage
of its own that only a check opens, so that no home screen, list of apps or profile knows of it.
"""
