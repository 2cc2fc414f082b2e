"""SourceTree: generated files in memory, and the one way they reach a disk: all of them or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import MappingProxyType

from linkwright.errors import EmitError, raise_all
from linkwright.version import __version__

MARK = "Written by Linkwright"
"""Stands near the top of every generated file; only files that carry it are ever overwritten."""


def generated_by() -> str:
    """The mark with the version that wrote it."""
    return f"{MARK} {__version__}"


_HEAD = 4096
"""Bytes of a file that are searched for the mark."""


@dataclass(frozen=True)
class SourceTree(Mapping[str, str]):
    """Relative path (with /) -> text. Paths that leave the folder, or differ only in case, are refused."""

    files: Mapping[str, str]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for path, text in self.files.items():
            _refuse_escape(path)
            if path.casefold() in seen:
                raise EmitError(f"two generated files are both called '{path}'")
            seen.add(path.casefold())
            if MARK not in text[:_HEAD]:
                raise EmitError(f"generated file '{path}' does not say that it is generated")
        for path in self.files:
            if any(str(parent).casefold() in seen for parent in PurePosixPath(path).parents):
                raise EmitError(f"'{path}' lies in a folder that is also a generated file")
        object.__setattr__(self, "files", MappingProxyType(dict(sorted(self.files.items()))))

    def __getitem__(self, path: str) -> str:
        return self.files[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def under(self, folder: str) -> SourceTree:
        """The same files in a subfolder."""
        return SourceTree({f"{folder}/{path}": text for path, text in self.files.items()})

    def __or__(self, other: Mapping[str, str]) -> SourceTree:
        """The files of two trees. A path in both must hold the same text."""
        for path in self.files.keys() & other.keys():
            if self.files[path] != other[path]:
                raise EmitError(f"two generated files are both called '{path}'")
        return SourceTree({**self.files, **other})

    def write(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write every file below `folder`, or none of them; other files there stay as they are.

        A file that exists is replaced only if it was generated. All texts first go to a folder in the destination (beside
        it, where there is none yet), so that a full disk or a forbidden name leaves the destination as it was.
        """
        folder = Path(folder)
        raise_all(self._obstacles(folder))
        parent = folder.absolute() if folder.is_dir() else folder.absolute().parent
        try:
            parent.mkdir(parents=True, exist_ok=True)
            stage = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=parent))
        except OSError as error:
            raise EmitError(f"cannot write beside {folder}: {error.strerror}", str(folder)) from error
        try:
            for path, text in self.files.items():
                target = stage / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text.encode())
            _move(stage, folder, list(self.files))
        except OSError as error:
            raise EmitError(f"cannot write to {folder}: {error.strerror}", str(error.filename or folder)) from error
        finally:
            shutil.rmtree(stage, ignore_errors=True)
        return [folder / path for path in self.files]

    def _obstacles(self, folder: Path) -> Iterator[EmitError]:
        if folder.exists() and not folder.is_dir():
            yield EmitError(f"'{folder}' is a file, not a folder", str(folder), "choose another output folder")
            return
        root = folder.resolve()
        for path in self.files:
            target = folder / path
            if not target.resolve().is_relative_to(root):
                yield EmitError(f"'{path}' leads out of the folder through a link", str(target), "remove the link")
            elif target.is_dir():
                yield EmitError(f"a folder is called '{path}', as a file to write is", str(target), "move it away")
            elif target.exists() and not is_ours(target):
                yield EmitError(
                    f"'{path}' exists and was not written by Linkwright",
                    str(target),
                    "move it away, or choose another name or folder",
                )
            elif any(p.exists() and not p.is_dir() for p in target.parents):
                yield EmitError(f"a file is in the way of the folder of '{path}'", str(target), "move it away")


def is_ours(path: Path) -> bool:
    """Whether a file was generated."""
    with path.open("rb") as file:
        return MARK.encode() in file.read(_HEAD)


def _move(stage: Path, folder: Path, paths: list[str]) -> None:
    """Put staged files in place; if one cannot be moved, what was there before comes back."""
    if not folder.exists():
        stage.chmod(0o777 & ~_umask())
        stage.rename(folder)
        return
    kept = stage / ".kept"
    done: list[str] = []
    try:
        for path in paths:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                (kept / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(target, kept / path)
            (stage / path).replace(target)
            done.append(path)
    except OSError:
        for path in done:
            if (kept / path).exists():
                (kept / path).replace(folder / path)
            else:
                (folder / path).unlink()
        raise


def _umask() -> int:
    """mkdtemp makes private folders; the output should be as open as any other folder of the user's."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refuse_escape(path: str) -> None:
    parts = PurePosixPath(path).parts
    bad = (
        not parts
        or PurePosixPath(path).is_absolute()
        or PureWindowsPath(path).is_absolute()
        or bool(PureWindowsPath(path).drive)
        or str(PurePosixPath(path)) != path
        or any(part in ("..", ".") or set(part) & set('\\:*?"<>|\0\n\r') for part in parts)
    )
    if bad:
        raise EmitError(f"'{path}' is no path inside the output folder")
