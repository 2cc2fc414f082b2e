"""What a derivation of this room may use, and how it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.graph.expr import Scalar
from linkwright.model.tree import Tree


@dataclass(frozen=True)
class Inputs:
    """What a derivation may use: the tree and symbols (or numbers) for its inputs; options of the call.

    v, a, j, s: the rates and their time derivatives dv/dt, d2v/dt2 (jerk), d3v/dt3 (snap).
    """

    tree: Tree
    q: list[Scalar]
    v: list[Scalar]
    a: list[Scalar]
    j: list[Scalar]
    s: list[Scalar]
    tau: list[Scalar]
    wrench: list[Scalar]
    options: Mapping[str, Any]
