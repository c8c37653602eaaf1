"""The same as `lifeworld bench chromium [--json]`."""

import sys

from lifeworld.cli.bench import bench_command

if __name__ == "__main__":
    bench_command(["chromium", *sys.argv[1:]])
