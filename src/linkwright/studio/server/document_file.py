"""The document on disk: read, and written only over what its writer has seen."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from linkwright.studio.server.replies import Refusal

YAML = (".yaml", ".yml")
LARGEST = 4_000_000
"""Bytes of a file that is opened: YAML as much as the desk reads."""
_NAME = re.compile(r"[^\x00-\x1f\x7f/\\:*?\"<>|.][^\x00-\x1f\x7f/\\:*?\"<>|]{0,180}\.ya?ml")


@dataclass(frozen=True)
class Version:
    """What a file held at an instant. sha: of its bytes."""

    text: str
    sha: str
    mtime_ns: int


class DocumentFile:
    """The file that the studio was started with, or that was saved since; its folder is that of the command otherwise."""

    def __init__(self, path: Path | None) -> None:
        self.path = None if path is None else path.resolve()
        self.folder = Path.cwd() if self.path is None else self.path.parent

    @property
    def is_yaml(self) -> bool:
        """Whether it is written in place."""
        return self.path is not None and self.path.suffix.lower() in YAML

    def stamp(self) -> tuple[int, int] | None:
        """What changes when the file does; none where there is no file."""
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def read(self) -> Version | None:
        """What it holds now; none where there is no file (any more)."""
        if self.path is None or not self.path.is_file():
            return None
        try:
            found = self.path.stat()
            if found.st_size > LARGEST and self.is_yaml:
                what = f"'{self.path.name}' has {found.st_size} bytes"
                raise Refusal(HTTPStatus.BAD_REQUEST, what, f"documents have at most {LARGEST}")
            data = self.path.read_bytes()
            text = data.decode("utf-8-sig") if self.is_yaml else ""
        except UnicodeDecodeError:
            hint = "save it as UTF-8 with an editor"
            raise Refusal(HTTPStatus.BAD_REQUEST, f"'{self.path.name}' is not UTF-8", hint) from None
        except OSError as error:
            what = f"'{self.path.name}' cannot be read: {error.strerror or error}"
            raise Refusal(HTTPStatus.BAD_REQUEST, what) from None
        return Version(text, hashlib.sha256(data).hexdigest(), found.st_mtime_ns)

    def save(self, text: str, base: str | None, known: str | None = None) -> Version:
        """Write the file in place, if it holds what `base` (a sha) says, or is gone. known: the path that its writer knows; it
        is another one after someone saved under another name."""
        if self.path is None or not self.is_yaml:
            what = "there is no file to save to" if self.path is None else f"'{self.path.name}' is no YAML file"
            raise Refusal(HTTPStatus.BAD_REQUEST, what, "give the document a name, such as robot.yaml")
        now = self.read()
        moved = known is not None and known != str(self.path)
        if now is not None and (moved or now.sha != base):
            what = f"'{self.path.name}' has been {'saved' if moved else 'changed'} by someone else"
            more = {"conflict": True, "text": now.text, "sha": now.sha, "mtime_ns": str(now.mtime_ns)}
            raise Refusal(
                HTTPStatus.CONFLICT, what, "take that version, save under another name, or overwrite it", **more
            )
        return self._write(self.path, text)

    def save_as(self, text: str, name: str, replace: bool) -> Version:
        """Write another file of the same folder, which is the document from now on."""
        if not _NAME.fullmatch(name):
            hint = "a name without folders that ends in .yaml, such as robot.yaml"
            raise Refusal(HTTPStatus.BAD_REQUEST, f"'{name[:200]}' is no name for a document", hint)
        path = self.folder / name
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise Refusal(HTTPStatus.BAD_REQUEST, f"'{name}' is there and is no file", "choose another name")
        if path.exists() and not replace:
            hint = "choose another name, or replace it"
            raise Refusal(HTTPStatus.CONFLICT, f"there is a file '{name}' already", hint, exists=True)
        made = self._write(path, text)
        self.path = path
        return made

    def _write(self, path: Path, text: str) -> Version:
        """Complete or not at all, with the permissions that it had."""
        data = text.encode("utf-8")
        made: Path | None = None
        try:
            mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644
            handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
            made = Path(name)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            made.chmod(mode)
            made.replace(path)
        except OSError as error:
            if made is not None:
                with suppress(OSError):
                    made.unlink()
            what = f"'{path.name}' cannot be written: {error.strerror or error}"
            raise Refusal(HTTPStatus.BAD_REQUEST, what, "choose a folder that you may write to") from None
        return Version(text, hashlib.sha256(data).hexdigest(), path.stat().st_mtime_ns)
