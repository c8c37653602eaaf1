"""The same as `lifeworld bench dom [--json]`."""

import sys

from lifeworld.cli.bench import bench_command

if __name__ == "__main__":
    bench_command(["dom", *sys.argv[1:]])
