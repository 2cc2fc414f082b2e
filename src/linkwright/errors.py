"""What can go wrong, said so that a reader knows the thing, the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category

from linkwright.installed import as_it_works_here

_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control characters and escapes, directions and invisible ones, halves of a character, line ends: what a terminal obeys."""
LONGEST = 4000
"""Characters of a message."""


def printable(text: str) -> str:
    """Text that may go to a terminal or into a file: hidden characters are shown as \\x1b, \\u202e, \\n."""
    if text.isprintable():
        return text
    return "".join(c.encode("unicode_escape").decode() if category(c) in _HIDDEN else c for c in text)


def clipped(text: str) -> str:
    """A message of a length that can be read: a name of a hundred thousand letters keeps its ends."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of the known names that was probably meant."""
    from difflib import get_close_matches  # only needed to explain a mistake

    near = {other.lower(): other for other in known}
    return next((near[found] for found in get_close_matches(name.lower(), near, 1, 0.6)), None)


def suggestion(name: str, known: Iterable[str], otherwise: str) -> str:
    """'did you mean ...?' with the nearest known name, where one is near."""
    near = nearest(name, known)
    return f"did you mean '{near}'? Otherwise {otherwise}" if near else otherwise


def counted(number: int, thing: str, things: str = "") -> str:
    """'1 row', '2 rows'; things: the plural where it is not made with s."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


class LinkwrightError(Exception):
    """Base of every error a user can cause.

    what:  what is wrong, naming the thing ("link 'forearm' has no inertia")
    where: the place ("arm.urdf:118"), empty if there is none
    hint:  what to write instead
    """

    code = "LW000"

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = clipped(what)
        self.where = clipped(where)
        self.hint = clipped(as_it_works_here(hint))

    def __str__(self) -> str:
        head = "  ".join(printable(part) for part in (self.code, self.where, self.what) if part)
        return f"{head}\n    {printable(self.hint)}" if self.hint else head


class FileError(LinkwrightError):
    """A file that cannot be read: missing, not XML, not YAML, hostile."""

    code = "LW100"


class ModelError(LinkwrightError):
    """A mechanism that makes no sense: no root, a circular mimic, a negative mass."""

    code = "LW200"


class CannotClose(ModelError):
    """No configuration satisfies the loops and couplings of a mechanism."""

    code = "LW210"


class FarStart(ModelError):
    """The loops of a mechanism close, but not near the start that its file gives."""

    code = "LW211"


class Locked(ModelError):
    """The loops of a mechanism close and leave no motion."""

    code = "LW212"


class ExpressionError(LinkwrightError):
    """A formula in a file or call that is not in the expression language."""

    code = "LW300"


class QuantityError(LinkwrightError):
    """A quantity, method or option that this robot or this version does not have."""

    code = "LW400"


class NoClosedForm(QuantityError):
    """No formula of a quantity is known for this robot; a procedure may still compute it."""


class TooFewActuators(QuantityError):
    """Forces of motors were asked for, and the motors leave motions of the closed mechanism open."""

    code = "LW213"


class DependentActuators(QuantityError):
    """The same where there are enough motors, but some of them always move together, or cannot move."""

    code = "LW214"


class InputError(LinkwrightError):
    """Arguments of a derived function that have the wrong name, size or value."""

    code = "LW500"


class EmitError(LinkwrightError):
    """Code or a file that cannot be written: unknown language or format, something in the way."""

    code = "LW600"


class StudioError(LinkwrightError):
    """A request to the studio that is refused, or whose work was ended: no token, too long, out of time or memory."""

    code = "LW700"


class InternalError(LinkwrightError):
    """A mistake of Linkwright itself, told by the studio instead of a traceback."""

    code = "LW701"


class RunError(LinkwrightError):
    """A long run that cannot start or go on: the journal of another run, no scheduler, workers of another version."""

    code = "LW800"


class Errors(LinkwrightError):
    """All errors of one file at once."""

    code = "LW001"

    def __init__(self, errors: Iterable[LinkwrightError]) -> None:
        self.errors = tuple(errors)
        super().__init__(f"{len(self.errors)} errors", self.errors[0].where if self.errors else "")

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.errors)


def name_errors(kind: str, names: Iterable[tuple[str, str]]) -> list[LinkwrightError]:
    """Errors of names, each with its place, that hold hidden characters: names reach terminals and generated files."""
    hint = "write it without: names have letters, digits, signs and spaces"
    return [
        ModelError(f"the name of {kind} '{name}' has a control or invisible character", where, hint)
        for name, where in names
        if printable(name) != name
    ]


def raise_all(errors: Iterable[LinkwrightError]) -> None:
    """Raise what was collected: nothing, the one error, or all of them at once."""
    found = tuple(errors)
    if len(found) == 1:
        raise found[0]
    if found:
        raise Errors(found)
