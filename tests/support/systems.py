"""What a system may lack: tests that need it are skipped there, with the reason."""

from __future__ import annotations

import os
import sys
import tempfile

import pytest


def _links() -> bool:
    """A symbolic link can be made: on Windows by administrators and developers only."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.symlink("elsewhere", os.path.join(folder, "link"))
        except OSError:
            return False
    return True


needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals, permission bits and sh of POSIX")
needs_links = pytest.mark.skipif(not _links(), reason="symbolic links cannot be made here")
needs_memory_bound = pytest.mark.skipif(
    sys.platform != "linux", reason="the memory of a process is bounded on Linux only"
)
KILOBYTE = 1024 if sys.platform == "darwin" else 1
"""In the unit that `getrusage` tells sizes in: bytes on macOS, kB elsewhere."""


def is_root() -> bool:
    """May do everything, as far as this system has users with numbers; where it has none, nothing is known to be forbidden."""
    return os.name != "posix" or os.geteuid() == 0
