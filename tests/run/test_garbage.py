"""Looking for garbage seldom leaves nothing behind, and what others have set as it is."""

import gc
import subprocess
import sys

SEEN = """
import gc
from lifeworld.core.processes import seldom
usual = gc.get_threshold()
with seldom():
    assert gc.get_freeze_count() and gc.get_threshold() != usual
assert not gc.get_freeze_count() and gc.get_threshold() == usual
gc.freeze()
with seldom():
    assert gc.get_threshold() == usual
assert gc.get_freeze_count()
"""


def test_it_is_as_before_afterwards_and_nothing_where_somebody_sees_to_it() -> None:
    subprocess.run([sys.executable, "-c", SEEN], check=True)
    assert gc.get_freeze_count(), "these tests freeze what is loaded before they begin"
