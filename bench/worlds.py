"""The same as `lifeworld bench worlds [--json]`."""

import sys

from lifeworld.cli.bench import bench_command

if __name__ == "__main__":
    bench_command(["worlds", *sys.argv[1:]])
