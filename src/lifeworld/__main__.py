"""`python -m lifeworld` is `lifeworld`."""

from lifeworld.cli import main

main()
