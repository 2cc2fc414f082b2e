"""Request: how a quantity is asked for. Plain data, below everything that takes it.

The fields are the options of the shell and of Python at once: their help texts and defaults make the flags of the commands
(cli/options.py) and the table in docs/shell.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from linkwright.errors import InputError, QuantityError, suggestion

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    OptionsT = TypeVar("OptionsT", bound=DataclassInstance)

PARAMETERS = ("numeric", "symbolic", "inertial", "base")
"""How numbers of the model appear in a function: folded in, or as symbols of one kind or another."""


@dataclass(frozen=True)
class Request:
    """How to derive and optimise."""

    parameters: str = field(default="numeric", metadata={"help": "numeric, symbolic, inertial or base"})
    symbolic: str = field(default="", metadata={"help": "patterns of parameters that stay symbols, e.g. 'mass_*,L?'"})
    effort: int = field(
        default=1, metadata={"help": "of the optimiser: 0 none, 1 milliseconds, 2 a long search for a few per cent"}
    )
    frame: str | None = field(
        default=None, metadata={"help": "frame of poses, Jacobians and twists (default: the last one)"}
    )

    def __post_init__(self) -> None:
        if self.effort not in (0, 1, 2):
            hint = "0 does not optimise, 1 takes milliseconds, 2 searches for seconds"
            raise QuantityError(f"there is no effort {self.effort!r}", hint=hint)


@dataclass(frozen=True)
class Printed(Request):
    """What to print for people, and how. Names of parameters stay in the equations, unless told otherwise."""

    parameters: str = field(default="symbolic", metadata={"help": "numeric, symbolic, inertial or base"})
    quantities: str = field(
        default="",
        metadata={
            "help": "comma-separated quantities, see `linkwright quantities` (default: M,V,G, or equations of motion)",
            "flags": ("--quantity", "-Q"),
        },
    )
    style: str = field(default="closed", metadata={"help": "closed or steps"})
    digits: int = field(default=5, metadata={"help": "digits of measured numbers"})
    seconds: float = field(default=2.0, metadata={"help": "time budget per quantity"})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.style not in ("closed", "steps"):
            raise QuantityError(f"unknown style '{self.style}'", hint="closed or steps")
        if not 1 <= self.digits <= 17:
            raise QuantityError(f"cannot print {self.digits} digits", hint="1 to 17")

    def names(self, default: str) -> list[str]:
        """The quantities, as they were written."""
        found = [n.strip() for n in (self.quantities or default).split(",") if n.strip()]
        if not found:
            raise QuantityError("no quantity is named", hint="for example M,V,G; see `linkwright quantities`")
        return found


def by_name(options: type[OptionsT], given: Mapping[str, Any], who: str) -> OptionsT:
    """Options that a function of Python was given by name; who: the function, as an error about a name calls it."""
    known = [f.name for f in fields(options)]
    for name in given:
        if name not in known:
            hint = suggestion(name, known, f"there are: {', '.join(known)}")
            raise InputError(f"{who} has no option '{name}'", hint=hint)
    try:
        return options(**given)
    except TypeError as error:  # of a check of its values
        raise InputError(f"{who}: {error}", hint="an option has another type than its default") from None
