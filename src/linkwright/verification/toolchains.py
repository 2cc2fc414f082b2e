"""Run the tests that travel with generated code, in every language whose tools are on this machine.

A folder is tested in a copy of its own, by the commands its language lists; no shell, and every command has a time limit.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from linkwright.emit import TARGETS
from linkwright.emit.target import Commands, files_like
from linkwright.errors import printable
from linkwright.verification.programs import Children, code_text, run

_SUMMARY = re.compile(r"^(\d+) checks, (\d+) passed, max relative error (\S+)\s*$", re.MULTILINE)
"""The last line every generated test program prints, whatever its language."""

_TAIL = 2000
"""Characters of a failed command's output that are worth showing."""


@dataclass(frozen=True)
class Row:
    """What became of one language: how many files and functions, how many checks passed, or why none ran."""

    language: str
    files: int
    functions: int
    checks: int = 0
    passed: int = 0
    error: float | None = None
    note: str = ""
    output: str = ""
    seconds: float = 0.0

    @property
    def ran(self) -> bool:
        return not self.note.startswith("written, not run")

    @property
    def ok(self) -> bool:
        """Nothing failed. A language without tools on this machine has not failed, but see `ran`."""
        return not self.note.startswith("failed") and self.passed == self.checks


def find(commands: Commands) -> tuple[list[str], str]:
    """Programs that a language needs, and the first program or Python module that is missing ("" where none is)."""
    programs: list[str] = []
    for choices in commands.needs:
        found = next((path for choice in choices if (path := _program(choice))), None)
        if found is None:
            return programs, choices[0].partition(":")[2] or choices[0]
        programs.append(found)
    return programs, ""


def _program(name: str) -> str | None:
    """Path of a program; "python:numpy" is this Python, if it has that module."""
    name, _, module = name.partition(":")
    if module:
        return sys.executable if importlib.util.find_spec(module) else None
    return shutil.which(name)


def run_tests(
    tree: Mapping[str, str], language: str, functions: int, seconds: float = 300.0, children: Children | None = None
) -> Row:
    """Build and run the tests of a generated tree (path -> text) in a temporary folder. children: ended where the work is given
    up."""
    commands = TARGETS[language].commands
    programs, missing = find(commands)
    if missing:
        return Row(language, len(tree), functions, note=f"written, not run: no {missing} found")
    try:

        def ran(command: list[str], folder: Path) -> tuple[int | None, str]:
            return run(command, folder, seconds, children)

        return _in_a_copy(tree, language, functions, ran, list(_commands(commands, programs, tree)))
    except OSError as error:  # no folder for it: full, read-only, not there
        place = printable(str(error.filename or tempfile.tempdir or ""))
        note = f"written, not run: no temporary folder ({error.strerror or error}: {place}); set TMPDIR to another"
        return Row(language, len(tree), functions, note=note)


def _in_a_copy(
    tree: Mapping[str, str],
    language: str,
    functions: int,
    ran: Callable[[list[str], Path], tuple[int | None, str]],
    commands: list[list[str]],
) -> Row:
    with tempfile.TemporaryDirectory(prefix="linkwright-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for path, text in tree.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode())
        output = ""
        for command in commands:
            code, text = ran(command, folder)
            output += text
            if code != 0:
                return _row(language, len(tree), functions, output, f"failed: {command[0]} {code_text(code)}")
    return _row(language, len(tree), functions, output, "")


def _commands(commands: Commands, programs: list[str], tree: Mapping[str, str]) -> Iterator[list[str]]:
    """Commands with the programs filled in; one with a pattern such as *.tex is run for every file that matches."""
    for template in commands.run:
        words = [word.format(*programs) for word in template]
        pattern = next((word for word in words if "*" in word), None)
        if pattern is None:
            yield words
        else:
            for name in files_like(pattern, tree):
                yield [name if word == pattern else word for word in words]


def _row(language: str, files: int, functions: int, output: str, note: str) -> Row:
    found = [(int(n), int(passed), float(error)) for n, passed, error in _SUMMARY.findall(output)]
    checks, passed = sum(f[0] for f in found), sum(f[1] for f in found)
    error = max((f[2] for f in found), default=None)
    return Row(language, files, functions, checks, passed, error, note, output[-_TAIL:] if note else "")
