"""The same as `lifeworld bench profiles [--json]`."""

import sys

from lifeworld.cli.bench import bench_command

if __name__ == "__main__":
    bench_command(["profiles", *sys.argv[1:]])
