"""A wall around an agent's process: namespaces of its own, in which the run's folder and the cache are empty folders.

What it writes to shared memory and temporary folders has a limit and ends with it. Network and devices stay. Where root
starts it, it goes on as another user, who can read what root can and write nothing of root's; elsewhere Lifeworld's
installation is read-only. Everything is done by the process itself, before it loads the agent: nothing of it needs
privileges, a program or a file of another's.
"""

import ctypes
import os
import signal
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import lifeworld

WALL, NO_WALL = "namespace", "no wall"  # what a row says
NOBODY = 65534  # the user, and the group, that root's agents run as
_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_PROCESSES = 0x20000, 0x8000000, 0x10000000, 0x20000000
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_PROGRAMS = 1, 2, 4, 8
_REMOUNT, _BIND, _ALL_BELOW, _PRIVATE = 32, 4096, 16384, 1 << 18
_KEPT_FLAGS = {os.ST_NOSUID: 2, os.ST_NODEV: 4, os.ST_NOEXEC: 8, os.ST_NOATIME: 1 << 10, os.ST_RELATIME: 1 << 21}
_DIE_WITH_PARENT, _SET_DUMPABLE, _KEEP_POWERS, _NO_NEW_POWERS, _AMBIENT = 1, 4, 8, 38, 47  # of prctl
_READ_ALL = 2  # CAP_DAC_READ_SEARCH
_POWERS_3 = 0x20080522  # the version of capset's structure
_SHARED, _TEMPORARY = "/dev/shm", ("/tmp", "/var/tmp")
_MOST_FILES = 200_000  # in these; each takes memory, also if it is empty


def go_behind(hidden: Iterable[str], room: int) -> bool:
    """Go on behind a wall, as a child of the process that called; return whether there is one.

    The process that called ends as the child ends. Must be called while there is one thread.

    Args:
        hidden: folders that are empty behind the wall.
        room: bytes that it may write to shared memory and temporary folders.
    """
    if sys.platform != "linux":
        return False
    other = os.geteuid() == 0 and all(
        any(first <= NOBODY < first + count for first, count in _ranges(kind)) for kind in ("uid", "gid")
    )
    try:
        _enter(other)
        _keep_apart(room)
        _hide(hidden, () if other else {str(Path(lifeworld.__file__).parent), sys.prefix})
        _call("unshare", _NEW_PROCESSES)
    except OSError:
        return False
    if child := os.fork():
        _end_as(child)
    with suppress(OSError):  # a container may forbid it; then that of before still tells only of command lines
        _mount("proc", "/proc", "proc", _NO_SUID | _NO_DEVICES | _NO_PROGRAMS)
    _give_up_powers(other)
    return True


def die_with_parent() -> None:
    """End with the process that started this one, where the system can."""
    if sys.platform == "linux":
        _call("prctl", _DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def _ranges(kind: str) -> list[tuple[int, int]]:
    """Return the first and the number of each range of users or groups that there are here."""
    lines = Path(f"/proc/self/{kind}_map").read_text().splitlines()
    return [(int(first), int(count)) for first, _, count in map(str.split, lines)]


def _enter(other: bool) -> None:
    """Enter namespaces of users, of mounts and of what processes share, in which everybody is who they were.

    Raises:
        OSError: the system offers none.
    """
    maps = {
        kind: "".join(f"{first} {first} {count}\n" for first, count in (_ranges(kind) if other else [(own, 1)]))
        for kind, own in (("uid", os.geteuid()), ("gid", os.getegid()))
    }
    me, (entered, told) = os.getpid(), os.pipe()
    writer = os.fork()  # who is still outside may write them
    if writer == 0:
        os.close(told)
        os._exit(_written(me, maps, other) if os.read(entered, 1) else 1)
    os.close(entered)
    try:
        _call("unshare", _NEW_USER | _NEW_MOUNTS | _NEW_IPC)
        os.write(told, b".")
    finally:
        os.close(told)
        _, failed = os.waitpid(writer, 0)
    if failed:
        raise OSError("the users of the namespace can't be named")


def _written(process: int, maps: dict[str, str], other: bool) -> int:
    """Write who is who in a process's namespace; return 0, or 1 where it is not allowed."""
    try:
        if not other:  # who is not root may not choose groups
            Path(f"/proc/{process}/setgroups").write_text("deny")
        for kind, text in maps.items():
            Path(f"/proc/{process}/{kind}_map").write_text(text)
    except OSError:
        return 1
    return 0


def _keep_apart(room: int) -> None:
    """Give this process and its children shared memory and temporary folders that hold so much, and end with them.

    What is in a temporary folder can still be read (before Linux 5.11 it begins empty); the working directory, if it is
    in one, stays as it is.
    """
    _mount("none", "/", "", _ALL_BELOW | _PRIVATE)
    limits, safe = f"size={room},nr_inodes={_MOST_FILES},mode=1777", _NO_SUID | _NO_DEVICES
    _mount("none", _SHARED, "tmpfs", safe, limits)
    here = os.getcwd()
    for place in filter(os.path.isdir, _TEMPORARY):
        upper, work = (tempfile.mkdtemp(dir=_SHARED) for _ in range(2))
        os.chmod(upper, os.stat(place).st_mode & 0o7777)
        try:
            _mount("overlay", place, "overlay", safe, f"lowerdir={place},upperdir={upper},workdir={work},userxattr")
        except OSError:
            _mount(upper, place, "", _BIND)
        if Path(place) in Path(here).parents:
            os.makedirs(here, exist_ok=True)
            _mount(".", here, "", _BIND | _ALL_BELOW)
    own = tempfile.mkdtemp(dir=_SHARED)
    os.chmod(own, 0o1777)
    _mount(own, _SHARED, "", _BIND)
    with suppress(OSError):  # older systems let nobody set it; then what is attached is watched, and the rest is not
        Path("/proc/sys/kernel/shmall").write_text(str(room // os.sysconf("SC_PAGE_SIZE")))


def _hide(hidden: Iterable[str], installed: Iterable[str]) -> None:
    """Make folders empty, and others read-only, for this process and its children."""
    for place in filter(os.path.isdir, map(os.path.realpath, hidden)):
        _mount("none", place, "tmpfs", _READ_ONLY | _NO_SUID | _NO_DEVICES | _NO_PROGRAMS, "size=4k,mode=555")
    for place in (one for one in map(os.path.realpath, installed) if os.access(one, os.W_OK)):
        _mount(place, place, "", _BIND | _ALL_BELOW)
        now = os.statvfs(place).f_flag
        kept = sum(mount for flag, mount in _KEPT_FLAGS.items() if now & flag)
        _mount("none", place, "", _REMOUNT | _BIND | _READ_ONLY | kept)
    try:
        os.chdir(os.getcwd())  # not the one beneath
    except OSError:
        os.chdir("/")


def _give_up_powers(other: bool) -> None:
    """Keep no power over the namespaces; become another user who can read all, where root asked for it."""
    _call("prctl", _NO_NEW_POWERS, 1, 0, 0, 0)
    if other:
        devices = [path for path in (Path("/dev/kfd"), *Path("/dev/dri").glob("*")) if path.exists()]
        os.setgroups(sorted({path.stat().st_gid for path in devices} - {0}))
        _call("prctl", _KEEP_POWERS, 1, 0, 0, 0)
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    kept = (1 << _READ_ALL) * other
    _call("capset", (ctypes.c_uint32 * 2)(_POWERS_3, 0), (ctypes.c_uint32 * 6)(kept, kept, kept, 0, 0, 0))
    if other:
        _call("prctl", _AMBIENT, 2, _READ_ALL, 0, 0)  # so that the programs that it starts have it, too
    _call("prctl", _SET_DUMPABLE, 1, 0, 0, 0)  # it may read what /proc tells of itself
    die_with_parent()  # which a change of user has undone


def _end_as(child: int) -> None:
    """Wait for a child, and end as it ended."""
    os.closerange(0, 64)  # the pipes are the child's alone
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        with suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    _call("mount", os.fsencode(source), os.fsencode(target), kind.encode() or None, flags, data.encode() or None)


def _call(name: str, *arguments: object) -> None:
    """Call a function of the system's library.

    Raises:
        OSError: it failed.
    """
    library = ctypes.CDLL(None, use_errno=True)
    plain = [ctypes.c_ulong(one) if isinstance(one, int) else one for one in arguments]
    if getattr(library, name)(*plain) < 0:
        raise OSError(ctypes.get_errno(), name)
