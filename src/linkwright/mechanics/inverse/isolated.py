"""Whether solutions are points: joints whose motions of the frame depend on each other at every posture make curves of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from linkwright.graph.expr import floats
from linkwright.mechanics.inverse.masks import Mask, in_numbers
from linkwright.mechanics.inverse.pose_error import pose_error
from linkwright.mechanics.inverse.seen import moving_links, seen
from linkwright.model.tree import Tree

_RANK = 1e-6
"""Of the largest singular value: where the smallest is less, motions depend on each other."""
_POSTURES = 3


def isolated(tree: Tree, frame: str | None, base: str | None, mask: Mask, given: Sequence[str]) -> bool:
    """Whether the joints on the way, those given apart, move what a mask asks for each in its own way: at some posture."""
    import numpy as np

    random = Random(2)
    numbers = in_numbers(tree, random)
    rates = [k for link in moving_links(tree, frame, base) if link.joint not in given for k in link.rates]
    if not rates:
        return True
    for _ in range(_POSTURES):
        at = seen(numbers, [random.uniform(0.2, 1.0) for _ in range(tree.nq)], frame, base)
        rows = pose_error(mask, at.X, at.X)
        columns = [at.columns[k] for k in rates]
        J = np.array([floats(r.linear.dot(v) + r.angular.dot(w) for r in rows) for v, w in columns])
        values = np.linalg.svd(J, compute_uv=False)
        if len(rows) >= len(rates) and values[-1] > _RANK * values[0]:
            return True
    return False
