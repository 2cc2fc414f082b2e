"""Request: how a quantity is asked for. Plain data, below everything that takes it; shell flags and the docs' table come from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.errors import QuantityError

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
