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

FORMS = (*PARAMETERS, "full")
"""The same with what measures inertias: zeros of the file as symbols, too."""

REALS = ("float64", "float32")
"""What functions compute with."""

T = TypeVar("T")


def check_form(parameters: str) -> None:
    """Complain about a form of parameters that there is not."""
    if parameters not in FORMS:
        near = suggestion(str(parameters), FORMS, f"one of: {', '.join(FORMS)}")
        raise QuantityError(f"unknown parameter form '{parameters}'", hint=near)


def option(default: T, help: str, *flags: str) -> T:
    """A field of options: its default, what it means, and how the shell spells it where that is not its name."""
    return field(default=default, metadata={"help": help, **({"flags": flags} if flags else {})})


@dataclass(frozen=True)
class Request:
    """How to derive and optimise."""

    parameters: str = option("numeric", "numeric, symbolic, inertial or base")
    symbolic: str = option("", "patterns of parameters that stay symbols, e.g. 'mass_*,L?'")
    effort: int = option(1, "of the optimiser: 0 none, 1 milliseconds, 2 a long search for a few per cent")
    frame: str | None = option(None, "frame of poses, Jacobians and twists (default: the platform, else the last one)")
    real: str = option("float64", "what functions compute with: float64 or float32")

    def __post_init__(self) -> None:
        check_form(self.parameters)
        if self.real not in REALS:
            near = suggestion(str(self.real), REALS, f"there are: {', '.join(REALS)}")
            raise QuantityError(f"functions do not compute with '{self.real}'", hint=near)
        if self.effort not in (0, 1, 2):
            hint = "0 does not optimise, 1 takes milliseconds, 2 searches for seconds"
            raise QuantityError(f"there is no effort {self.effort!r}", hint=hint)


@dataclass(frozen=True)
class Layout:
    """How results are laid out.

    packed: without constants, and what is there twice once
    soa:    of batches, the batch as the last axis: a structure of arrays
    """

    packed: bool = False
    soa: bool = False

    @staticmethod
    def of(text: str) -> Layout:
        """As callers write it: "full", "packed", "soa", "packed,soa"."""
        words = {word.strip() for word in str(text).split(",")}
        if unknown := sorted(words - {"full", "packed", "soa"}):
            hint = (
                "full; packed: no zeros, other constants and second halves; soa: the batch is the last axis; packed,soa"
            )
            raise QuantityError(f"there is no layout '{unknown[0]}'", hint=hint)
        return Layout("packed" in words, "soa" in words)


@dataclass(frozen=True)
class Printed(Request):
    """What to print for people, and how. Names of parameters stay in the equations, unless told otherwise."""

    parameters: str = option("symbolic", "numeric, symbolic, inertial or base")
    quantities: str = option(
        "",
        "comma-separated quantities, see `linkwright quantities` (default: M,V,G, or equations of motion)",
        "--quantity",
        "-Q",
    )
    style: str = option("closed", "closed or steps")
    digits: int = option(5, "digits of measured numbers")
    seconds: float = option(2.0, "time budget per quantity")

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
