"""What is calibrated, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from linkwright.errors import InputError, suggestion
from linkwright.request import by_name, option

Group = Literal["base", "tool", "offsets", "lengths", "angles", "scales", "elastic"]
GROUPS: tuple[Group, ...] = ("base", "tool", "offsets", "lengths", "angles", "scales", "elastic")
"""Of parameters, the preferred ones first: where two cannot be told apart the later one stays as the file has it."""
MEASURED = ("pose", "camera", "position", "distance", "point", "plane")
"""What may be measured (measured.py)."""


@dataclass(frozen=True)
class Options:
    """What is calibrated, and how; flags of the command are its fields."""

    frame: str = option("", "whose pose was measured (default: the platform, else the last one)")
    parameters: str = option("offsets,lengths,angles,base,tool", f"comma-separated: {', '.join(GROUPS)}")
    measured: str = option("", f"{', '.join(MEASURED)} (default: by the columns)")
    hold_out: float = option(0.3, "part of the postures that is not fitted, but predicted")
    robust: bool = option(False, "postures far off count less", "--robust")
    elastic: bool = option(False, "compliance of joints under their own weight", "--elastic")
    style: str = option("auto", "parameters of placements: dh, xyz, auto (as the file)")
    seed: int = option(0, "another one holds out other postures")


def options_of(asked: Mapping[str, Any]) -> Options:
    """Options by name."""
    return by_name(Options, asked, "calibration")


def groups_of(options: Options) -> tuple[Group, ...]:
    """Groups of parameters by name."""
    names = [n.strip() for n in options.parameters.split(",") if n.strip()]
    for name in names:
        if name not in GROUPS:
            hint = suggestion(name, GROUPS, f"one or several of: {', '.join(GROUPS)}")
            raise InputError(f"no parameters are called '{name}'", hint=hint)
    if options.elastic:
        names.append("elastic")
    return tuple(g for g in GROUPS if g in names)
