"""A joint of a serial chain and where it stands on the one before: a row of a modified Denavit-Hartenberg table.

Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d); theta of a turning joint R and d of a sliding joint P are its variable.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Quarter = Literal[0, 1] | None
"""A constant angle in quarter turns; None: free."""


class Row(NamedTuple):
    """alpha, theta: constant angles (theta: of a P); a, d: whether the length is free, else it is zero (d: of an R)."""

    joint: Literal["R", "P"]
    alpha: Quarter
    theta: Quarter
    a: bool
    d: bool


Rows = tuple[Row, ...]


def matters(rows: Rows, k: int) -> bool:
    """Whether theta of the k-th row shows: a slider between two others that are not parallel to it."""
    return rows[k].joint == "P" and 0 < k < len(rows) - 1 and rows[k].alpha != 0 and rows[k + 1].alpha != 0
