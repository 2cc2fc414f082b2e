"""The equations of loops and couplings, straight from their definitions, over Taylor series of a motion."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.graph.domains import Domain
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr
from linkwright.referee.jet import sin_cos
from linkwright.referee.series import Series, constant, quotient

_ACROSS = {
    "point": (0, 1, 2),
    "universal": (0, 1, 2),
    "pin": (0, 1, 2),
    "slider": (0, 1),
    "cylinder": (0, 1),
    "weld": (0, 1, 2),
}


def loop_rows(kind: str, first: tuple[Series, Series], second: tuple[Series, Series]) -> list[Series]:
    """The equations of one loop, in the axes of its first frame."""
    (R1, p1), (R2, p2) = first, second
    apart = (R1.T @ (p2 - p1)[..., None])[..., 0]
    E = R1.T @ R2
    rows = [apart[..., k] for k in _ACROSS[kind]]
    if kind == "universal":
        rows.append(E[..., 2, 0])
    elif kind in ("pin", "cylinder"):
        rows += [E[..., 0, 2], E[..., 1, 2]]
    elif kind in ("slider", "weld"):
        rows += [(E[..., i, j] - E[..., j, i]) / 2 for i, j in ((2, 1), (0, 2), (1, 0))]
    return rows


def coupling_value(x: Any, symbols: Mapping[str, Any]) -> Any:
    """What a coupled coordinate should be, from the coordinates it follows and the values of parameters."""
    return evaluate(x.graph, [x.index], symbols, _SERIES)[0] if isinstance(x, Expr) else float(x)


def _quotient(a: Any, b: Any) -> Any:
    if not isinstance(b, Series):
        return a / b
    return quotient(constant(np.ones_like(b.c[0]), b.order), b) * a


def _power(a: Any, b: Any) -> Any:
    if not isinstance(a, Series) or not float(b).is_integer() or b < 1:
        return a**b
    total = a
    for _ in range(int(b) - 1):
        total = total * a
    return total


def _sine(x: Any) -> Any:
    return sin_cos(x)[0]


def _cosine(x: Any) -> Any:
    return sin_cos(x)[1]


_SERIES = Domain(
    "series", float, math.pi,
    {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "neg": operator.neg,
     "sin": _sine, "cos": _cosine, "div": _quotient, "pow": _power},
)  # fmt: skip
