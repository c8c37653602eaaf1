"""What determines an episode's pixels."""

import hashlib
import json
import platform

import lifeworld
from lifeworld.env.episode import Episode


def fingerprint(episode: Episode, driver: str) -> dict[str, str]:
    """Return what determines an episode's pixels: versions, driver, configuration, database; with their digest."""
    parts = {
        "versions": f"lifeworld {lifeworld.__version__}, python {platform.python_version()}",
        "driver": driver,
        "database": episode.instance.profile.digest,
        "configuration": episode.configuration.id,
    }
    return {**parts, "digest": digest_of(parts)}


def digest_of(parts: dict[str, str]) -> str:
    """Return the digest of a fingerprint's parts."""
    written = json.dumps(parts, sort_keys=True, allow_nan=False)
    return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()
