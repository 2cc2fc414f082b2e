"""The model file of a chain: a YAML text with a modified Denavit-Hartenberg table, every constant a parameter with a value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.row import Quarter, Row
from linkwright.model.robot import OpenRobot
from linkwright.spatial.inertia import PARAMETER_NAMES

Value = tuple[str, float]
Inertials = Literal["full", "none"]
_LENGTH = {"a": 0.3, "d": 0.1}
_ANGLE = {"alpha": 0.9, "theta": 0.7}
_SPELLED: dict[Quarter, str] = {0: "0", 1: "pi/2", None: "{}"}
_MASS, _ROD = 2.0, (0.3, 0.02, 0.05)
"""Of the bodies: kg of the first; length, height above the frame, radius in m."""


def model(chain: Chain, *, name: str | None = None, inertials: Inertials = "full") -> str:
    """The file. inertials: all ten parameters of every body, with values of a thick rod to the next joint; or no masses."""
    values = [_geometry(chain), *(_inertias(chain) if inertials == "full" else ()), [("g", 9.81)]]
    lines = [
        f"# {chain.name}: {chain.mask}",
        "linkwright: 1",
        f"name: {json.dumps(name or file_name(chain))}",
        "gravity: [0, 0, -g]",
        "parameters: {",
        *(f"  {', '.join(f'{symbol}: {value:.6g}' for symbol, value in line)}," for line in values if line),
        "}",
        "dh:",
        "  convention: modified",
        "  rows:                                  # [type, alpha, a, d, theta]",
        *(f"    - [{', '.join(dh_row(row, k))}]" for k, row in enumerate(chain.rows, 1)),
    ]
    if inertials == "full":
        own = (", ".join(f"{x}: {x}{k}" for x in PARAMETER_NAMES) for k in range(1, chain.joints + 1))
        lines += ["  inertials:", *(f"    - {{{text}}}" for text in own)]
    return "\n".join(lines) + "\n"


def robot(chain: Chain, *, name: str | None = None, inertials: Inertials = "full") -> OpenRobot:
    """The robot that the file describes."""
    from linkwright.readers.options import LoadOptions
    from linkwright.readers.report import Report
    from linkwright.readers.yaml import robot_of
    from linkwright.readers.yaml_tree import parse_yaml

    report = Report(chain.name)
    text = model(chain, name=name, inertials=inertials)
    made = robot_of(parse_yaml(text.encode(), report), chain.name, report, LoadOptions())
    assert isinstance(made, OpenRobot)
    return made


def file_name(chain: Chain) -> str:
    """The chain's name in letters and digits, for what becomes names of files and functions: R_R_xP90 for R=R+P90."""
    return chain.name.replace("=", "_").replace("+", "x").replace("~", "f")


def dh_row(row: Row, k: int) -> tuple[str, ...]:
    """Type, alpha, a, d and theta of the k-th row, as files write them."""
    alpha, theta = _SPELLED[row.alpha].format(f"alpha{k}"), _SPELLED[row.theta].format(f"theta{k}")
    a, d = (f"{x}{k}" if free else "0" for x, free in (("a", row.a), ("d", row.d)))
    turns = row.joint == "R"
    return row.joint, alpha, a, d if turns else "q", "q" if turns else theta


def _geometry(chain: Chain) -> list[Value]:
    """Values that are all different: no axes meet by chance."""
    lengths = [(x, _LENGTH[x[0]] * (1 + 0.03 * k)) for k, x in enumerate(chain.lengths)]
    return lengths + [(x, _ANGLE[x[:5]] * (1 + 0.05 * k)) for k, x in enumerate(chain.angles)]


def _inertias(chain: Chain) -> Iterator[list[Value]]:
    """Ten numbers per body at its frame, of a rod along x, a little above the frame: lighter from body to body."""
    long, high, thick = _ROD
    across = thick**2 / 4 + long**2 / 12
    x, xx, yy = long / 2, thick**2 / 2 + high**2, across + long**2 / 4 + high**2
    per_mass = (1.0, x, 0.0, high, xx, 0.0, yy, -x * high, 0.0, yy - high**2)
    for k in range(1, chain.joints + 1):
        yield [(f"{symbol}{k}", _MASS / k * value) for symbol, value in zip(PARAMETER_NAMES, per_mass, strict=True)]
