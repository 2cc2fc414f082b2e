"""What a reader has to say about a file: all its errors at once, and everything it did not take over as written."""

from __future__ import annotations

from collections import Counter

from linkwright.errors import FileError, LinkwrightError, ModelError, printable
from linkwright.model.robot import Note

MAX_ERRORS = 50


class Report:
    """Collects errors and notes of one file; `file` is its name without folders."""

    def __init__(self, file: str) -> None:
        self.file = printable(file)
        self.text = ""
        """The file as text, where its reader keeps it: for columns."""
        self.errors: list[LinkwrightError] = []
        self.notes: list[Note] = []
        self._ignored: Counter[str] = Counter()
        self._first: dict[str, int | None] = {}

    def of_part(self, file: str) -> Report:
        """For another file that this one takes in: messages name that file, and all of them are told together."""
        part = Report(file)
        part.errors, part.notes = self.errors, self.notes
        return part

    def where(self, line: int | None) -> str:
        return f"{self.file}:{line}" if line else self.file

    def error(self, what: str, line: int | None = None, hint: str = "") -> None:
        self.add(ModelError(what, self.where(line), hint))

    def add(self, error: LinkwrightError) -> None:
        """Keep an error; a file with very many is told so once."""
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(error)
        elif len(self.errors) == MAX_ERRORS:
            self.errors.append(FileError("there are more errors; only the first are shown", self.file))

    def note(self, kind: str, what: str, line: int | None = None) -> None:
        self.notes.append(Note(kind, printable(what), self.where(line)))

    def ignore(self, what: str, line: int | None = None) -> None:
        """Count something that is not used; each kind becomes one note."""
        self._ignored[what] += 1
        self._first.setdefault(what, line)

    def all_notes(self) -> list[Note]:
        ignored = [
            Note(
                "ignored",
                printable(what) if n == 1 else f"{printable(what)} ({n} times)",
                self.where(self._first[what]),
            )
            for what, n in self._ignored.items()
        ]
        return [*self.notes, *ignored]
