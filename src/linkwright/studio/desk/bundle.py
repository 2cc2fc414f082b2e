"""Files that the page sends, or a zip of them: counted, bounded, and never written outside the folder made for them."""

from __future__ import annotations

import base64
import binascii
import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, InputError
from linkwright.narrowing import is_mapping

MOST_FILES = 5_000
MOST_BYTES = 64_000_000
"""Of all files together, unpacked."""
MOST_RATIO = 200
"""Of a zip's unpacked size to its own: meshes as text reach 10, a bomb 1000."""
_LONGEST = 400


def bundle_of(payload: Mapping[str, Any]) -> dict[str, bytes]:
    """Relative path -> content, from `files` of a request (in base 64); one zip is unpacked."""
    files = payload.get("files")
    if not is_mapping(files) or not files:
        raise InputError("there are no files", hint="send {path: content in base 64} as 'files'")
    if len(files) > MOST_FILES:
        raise FileError(
            f"these are {len(files)} files", hint=f"at most {MOST_FILES}: leave out what is no part of the robot"
        )
    found = {safe_path(str(name)): _decoded(str(name), content) for name, content in files.items()}
    _check_total(sum(map(len, found.values())))
    if len(found) == 1:
        ((name, content),) = found.items()
        if name.lower().endswith(".zip"):
            return unzipped(content, name)
    return found


def safe_path(name: str) -> str:
    """A path inside the folder, with /; what would lead outside is refused."""
    plain = name.replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    outside = plain.startswith("/") or ".." in parts or (parts and parts[0].endswith(":"))
    if outside or not parts or "\0" in plain or len(plain) > _LONGEST:
        hint = "paths are relative to the dropped folder, without '..'"
        raise FileError(f"a file is called '{name[:80]}'", hint=hint)
    return "/".join(parts)


def unzipped(data: bytes, name: str) -> dict[str, bytes]:
    """The files of a zip; sizes are counted as they are unpacked, not believed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [e for e in archive.infolist() if not e.is_dir()]
            if len(entries) > MOST_FILES:
                raise FileError(f"the zip has {len(entries)} files", name, f"at most {MOST_FILES} are read")
            found: dict[str, bytes] = {}
            left = min(MOST_BYTES, MOST_RATIO * len(data) + 1_000_000)
            for entry in entries:
                _check_entry(entry, name)
                with archive.open(entry) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    hint = f"at most {MOST_BYTES // 1_000_000} MB are unpacked, and {MOST_RATIO} times the zip's size"
                    raise FileError("the zip unpacks to too much", name, hint)
                found[safe_path(entry.filename)] = content
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise FileError(f"the zip cannot be read: {error}", name, "pack it again") from None
    if not found:
        raise FileError("the zip is empty", name, "pack the robot's folder")
    return found


def write_bundle(files: Mapping[str, bytes], folder: Path) -> None:
    """Write them below a folder of our own."""
    for name, content in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except (OSError, ValueError):
            raise FileError(f"no file can be called '{name[:80]}'", hint="rename it") from None


def _decoded(name: str, content: object) -> bytes:
    if not isinstance(content, str):
        raise InputError(f"the content of '{name[:80]}' is no text", hint="send it in base 64")
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise InputError(f"the content of '{name[:80]}' is not base 64", hint="send it in base 64") from None


def _check_total(size: int) -> None:
    if size > MOST_BYTES:
        hint = f"at most {MOST_BYTES // 1_000_000} MB"
        raise FileError(f"the files have {size // 1_000_000} MB", hint=hint)


def _check_entry(entry: zipfile.ZipInfo, name: str) -> None:
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise FileError(f"'{entry.filename[:80]}' in the zip is a link", name, "pack the files themselves")
    if entry.flag_bits & 1:
        raise FileError("the zip has a password", name, "pack it without one")
