"""The doors' tests run where their packages are: each in an environment of its own (`make bridges`)."""

import os

if not os.environ.get("LIFEWORLD_DOOR"):
    collect_ignore_glob = ["test_*.py"]
