"""The model file of a chain: a YAML text with a modified Denavit-Hartenberg table, every constant a parameter with a value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Literal

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.known import Known
from linkwright.catalogue.row import Quarter, Row
from linkwright.model.robot import OpenRobot
from linkwright.spatial.inertia import PARAMETER_NAMES

Value = tuple[str, float]
Inertials = Literal["full", "none"]
_LENGTH = {"a": 0.3, "d": 0.1}
_ANGLE = {"alpha": 0.9, "theta": 0.7}
_SPELLED: dict[Quarter, str] = {0: "0", 1: "pi/2", None: "{}"}
_DOWN = {"g": 9.81}
_ANY_DIRECTION = {"g1": 1.2, "g2": -2.3, "g3": -9.4}
_COMPONENTS = 3
_REQUIRED = ("type", "alpha", "a", "d", "theta")
_MASS, _ROD = 2.0, (0.3, 0.01, 0.02, 0.05)
"""Of the bodies: kg of the first; length, distance beside and above the frame, radius in m. No number is zero: tests at these
values see every term of a function."""


def model(chain: Chain, *, name: str | None = None, inertials: Inertials = "full") -> str:
    """The file. inertials: all ten parameters of every body, with values of a thick rod to the next joint; or no masses."""
    first, *others = (f"[{', '.join(dh_row(row, k))}]" for k, row in enumerate(chain.rows, 1))
    rows = (f"{first:<38} # [type, alpha, a, d, theta]", *others)
    head = f"# {chain.name}: {chain.mask}", f"name: {json.dumps(name or file_name(chain))}"
    return _file(head, rows, (*chain.lengths, *chain.angles), inertials=inertials)


def known_model(chain: Known) -> str:
    """The file of a chain of the known database: with its own first frame, and with gravity in any direction, as there."""
    rows = [{x: text for x, text in row._asdict().items() if text != "0" or x in _REQUIRED} for row in chain.rows]
    lines = tuple(f"{{{', '.join(f'{x}: {text}' for x, text in row.items())}}}" for row in rows)
    texts = (text for row in chain.rows for text in row)
    constants = tuple(dict.fromkeys(text for text in texts if text.rstrip("0123456789") in (*_LENGTH, *_ANGLE)))
    return _file((f"# {chain.name} of the known database", f"name: {chain.name}"), lines, constants, _ANY_DIRECTION)


def _file(
    head: tuple[str, str],
    rows: tuple[str, ...],
    constants: tuple[str, ...],
    gravity: Mapping[str, float] = _DOWN,
    inertials: Inertials = "full",
) -> str:
    """gravity: its three components, as formulas of their parameters, or the one parameter of its size."""
    full = inertials == "full"
    values = [_geometry(constants), *(_inertias(len(rows)) if full else ()), list(gravity.items())]
    direction = gravity if len(gravity) == _COMPONENTS else ("0", "0", *(f"-{x}" for x in gravity))
    lines = [
        head[0],
        "linkwright: 1",
        head[1],
        f"gravity: [{', '.join(direction)}]",
        "parameters: {",
        *(f"  {', '.join(f'{symbol}: {value:.6g}' for symbol, value in line)}," for line in values if line),
        "}",
        "dh:",
        "  convention: modified",
        "  rows:",
        *(f"    - {row}" for row in rows),
    ]
    if full:
        own = (", ".join(f"{x}: {x}{k}" for x in PARAMETER_NAMES) for k in range(1, len(rows) + 1))
        lines += ["  inertials:", *(f"    - {{{text}}}" for text in own)]
    return "\n".join(lines) + "\n"


def robot(chain: Chain, *, name: str | None = None, inertials: Inertials = "full") -> OpenRobot:
    """The robot that the file describes."""
    return robot_in(model(chain, name=name, inertials=inertials), chain.name)


def robot_in(text: str, source: str) -> OpenRobot:
    """The robot of such a file."""
    from linkwright.readers.options import LoadOptions
    from linkwright.readers.report import Report
    from linkwright.readers.yaml import robot_of
    from linkwright.readers.yaml_tree import parse_yaml

    report = Report(source)
    made = robot_of(parse_yaml(text.encode(), report), source, report, LoadOptions())
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


def _geometry(constants: tuple[str, ...]) -> list[Value]:
    """Values that are all different: no axes meet by chance."""
    kinds = ((_LENGTH, 0.03), (_ANGLE, 0.05))
    named = [(kind, step, [x for x in constants if x.rstrip("0123456789") in kind]) for kind, step in kinds]
    return [(x, kind[x.rstrip("0123456789")] * (1 + step * k)) for kind, step, own in named for k, x in enumerate(own)]


def _inertias(joints: int) -> Iterator[list[Value]]:
    """Ten numbers per body at its frame, of a rod along x, a little beside and above the frame: lighter from body to body."""
    long, y, z, thick = _ROD
    x, across = long / 2, thick**2 / 4 + long**2 / 12
    xx, yy, zz = thick**2 / 2 + y**2 + z**2, across + x**2 + z**2, across + x**2 + y**2
    per_mass = (1.0, x, y, z, xx, -x * y, yy, -x * z, -y * z, zz)
    for k in range(1, joints + 1):
        yield [(f"{symbol}{k}", _MASS / k * value) for symbol, value in zip(PARAMETER_NAMES, per_mass, strict=True)]
