"""Object code on disk, found again by its content: what was compiled once loads in a few milliseconds.

Machine code is only read from a folder that this user owns and nobody else can write, and only if its checksum is right;
everything else counts as not there. The cache never makes a call fail: what cannot be read or written is compiled again.

LINKWRIGHT_CACHE=off switches it off; any other value is the folder to use.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

LARGEST = 256 * 2**20
"""Bytes on disk; beyond, the files that were not used for longest go."""

_MAGIC = b"linkwright object code 1\n"
_SUFFIX = ".lwo"


def remembered(key: str, make: Callable[[], bytes]) -> bytes:
    """The bytes stored under `key`, or those that `make` makes, stored for the next time."""
    folder = cache_folder()
    if folder is None:
        return make()
    path = folder / (hashlib.sha256(key.encode()).hexdigest() + _SUFFIX)
    found = _read(path, key)
    if found is None:
        found = make()
        _write(path, key, found)
    return found


def cache_folder() -> Path | None:
    """The folder, made on first use; None if switched off or not safely ours."""
    setting = os.environ.get("LINKWRIGHT_CACHE", "")
    if setting.lower() in ("off", "0", "no", "false"):
        return None
    try:
        folder = Path(setting).expanduser() if setting else _default_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _only_ours(folder) else None
    except (OSError, RuntimeError):
        return None


def clear() -> int:
    """Remove all stored code; the number of files removed."""
    folder = cache_folder()
    count = 0
    for path in folder.glob("*" + _SUFFIX) if folder else ():
        with contextlib.suppress(OSError):
            path.unlink()
            count += 1
    return count


def _default_folder() -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "linkwright"


def _only_ours(path: Path) -> bool:
    """Owned by this user and writable by nobody else. On Windows the profile's own access rights say so."""
    if sys.platform == "win32":
        return True
    info = path.stat()
    return info.st_uid == os.getuid() and not info.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(path: Path, key: str) -> bytes | None:
    try:
        if not _only_ours(path):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + 32
    if not data.startswith(_MAGIC) or data[len(_MAGIC) : start] != _checksum(key, data[start:]):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used now: the last to go
    return data[start:]


def _write(path: Path, key: str, data: bytes) -> None:
    """All or nothing: a temporary file takes the name when it is complete."""
    try:
        temporary = path.with_name(f".{path.stem}-{os.getpid()}-{threading.get_ident()}{_SUFFIX}")
        try:
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(_MAGIC + _checksum(key, data) + data)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _prune(path.parent)
    except OSError:
        return


def _checksum(key: str, data: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\0" + data).digest()


def _prune(folder: Path) -> None:
    files = [(info.st_mtime, info.st_size, path) for path in folder.glob("*" + _SUFFIX) for info in (path.stat(),)]
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= LARGEST:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size
