"""The journal of a run: an SQLite file, one commit per outcome. A process that is killed at any time leaves it whole.

While a run has it open, it is locked: two runs that write one journal would do the same work twice. (SQLite's own exclusive
lock, which ends with the process that holds it.) A commit is in the file when the process dies (WAL, synchronous NORMAL);
a machine that loses power may forget the last few, which are then done again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, cast

from linkwright.errors import FileError, RunError
from linkwright.jobs.job import Outcome, Status
from linkwright.jobs.values import Packed, pack, unpack

VERSION = 1
_OURS = 0x4C574A4C
"""SQLite's application_id of our journals: the letters LWJL."""
_TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE outcomes (key TEXT PRIMARY KEY, status TEXT NOT NULL, result TEXT NOT NULL, arrays BLOB NOT NULL, "
    "message TEXT NOT NULL, seconds REAL NOT NULL)",
)
_AGAIN = "give another folder, or delete it: what it holds is then computed again"


class Journal:
    """Outcomes by key, in a file. meta: what the run is of (texts, numbers); a journal of something else is refused."""

    def __init__(self, path: Path | str, meta: Mapping[str, Any] | None = None) -> None:
        self.path = Path(path)
        with self._errors():
            self._file = sqlite3.connect(self.path, timeout=0.2, isolation_level=None)
        try:
            with self._errors():
                self._open(dict(meta or {}))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Others may open it now."""
        self._file.close()

    @property
    def meta(self) -> dict[str, Any]:
        """What the run is of, as it was said when the journal was made."""
        with self._errors():
            return {name: json.loads(value) for name, value in self._file.execute("SELECT name, value FROM meta")}

    def keys(self) -> set[str]:
        """Of all outcomes."""
        with self._errors():
            return {key for (key,) in self._file.execute("SELECT key FROM outcomes")}

    def outcome(self, key: str) -> Outcome | None:
        """What became of a job, if it was done."""
        return next(self._outcomes("WHERE key = ?", key), None)

    def outcomes(self) -> Iterator[Outcome]:
        """All, in the order in which they came."""
        return self._outcomes("ORDER BY rowid")

    def record(self, outcome: Outcome) -> None:
        """Keep an outcome: when this returns, it is in the file."""
        x = pack(outcome.result, f"the result of job '{outcome.key}'")
        row = (outcome.key, outcome.status, x.text, x.arrays, outcome.message, outcome.seconds)
        with self._errors():
            self._file.execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?)", row)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop outcomes, so that their jobs are done again."""
        with self._errors():
            self._file.executemany("DELETE FROM outcomes WHERE key = ?", [(key,) for key in keys])

    def _outcomes(self, where: str, *given: str) -> Iterator[Outcome]:
        with self._errors():
            columns = "key, status, result, arrays, message, seconds"
            for key, status, text, arrays, message, seconds in self._file.execute(
                f"SELECT {columns} FROM outcomes {where}",  # noqa: S608 - both are our own words
                given,
            ):
                yield Outcome(key, cast("Status", status), unpack(Packed(text, arrays)), message, seconds)

    def _open(self, meta: dict[str, Any]) -> None:
        """Look before anything is written: the file may be somebody else's."""
        self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (ours,) = self._file.execute("PRAGMA application_id").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if tables and ours != _OURS:
            raise FileError("this is an SQLite file, but no journal of ours", str(self.path), "give another folder")
        if tables and version != VERSION:
            what = f"this journal has format {version}, and this Linkwright writes format {VERSION}"
            raise FileError(what, str(self.path), _AGAIN)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            self._create(meta)
        elif self._file.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("pages are damaged")
        self._same(meta)

    def _create(self, meta: dict[str, Any]) -> None:
        """In one commit: a process that dies here leaves an empty file, which is a new journal."""
        self._file.execute("BEGIN IMMEDIATE")
        for table in _TABLES:
            self._file.execute(table)
        rows = [(name, json.dumps(x)) for name, x in meta.items()]
        self._file.executemany("INSERT INTO meta VALUES (?, ?)", rows)
        self._file.execute(f"PRAGMA application_id = {_OURS}")
        self._file.execute(f"PRAGMA user_version = {VERSION}")
        self._file.execute("COMMIT")

    def _same(self, meta: dict[str, Any]) -> None:
        """Whether the journal is of this run; a writer that takes the lock finds out who else has it."""
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute("COMMIT")
        there = self.meta
        for name in dict.fromkeys((*meta, *there)):
            here = json.loads(json.dumps(meta.get(name)))
            if there.get(name) != here:
                what = f"this journal is of another run: {name} is {_short(there.get(name))} there, {_short(here)} here"
                raise RunError(what, str(self.path), _AGAIN)

    @contextmanager
    def _errors(self) -> Generator[None]:
        """SQLite's errors in words that help."""
        try:
            yield
        except sqlite3.OperationalError as error:
            name = getattr(error, "sqlite_errorname", "")
            if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                hint = "wait until it has ended, or stop it; a journal serves one run at a time"
                raise RunError("this journal is in use by another run", str(self.path), hint) from None
            hint = "give a folder that exists, that has room, and that you may write to"
            raise FileError(f"cannot use the journal: {error}", str(self.path), hint) from None
        except (sqlite3.DatabaseError, ValueError, KeyError, IndexError) as error:
            raise FileError(f"the journal is damaged, or is none: {error}", str(self.path), _AGAIN) from None


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
