"""What the platform of a whole robot can do, and whether motors hold it: steps three and four of the test.

Of a leg alone the platform has the motions in the range of its Jacobian; what it forbids is the complement. All legs forbid the
sum of these, whose null space is the platform's part of the null space of [J_legs, -Ad]. With the motors locked every leg loses
a column; then nothing may be left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.catalogue.parallel.assembly import Robots, jacobians
from linkwright.catalogue.parallel.kinematics import Array
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import Mask

ZERO = 1e-6
"""Singular values below it are zero. Of all 3T0R and 3T1R zeros are below 3e-13 and others above 1.9e-3. With locked motors
others begin at 6e-3 for 3T0R; for 3T1R there is no gap: they go down to 5e-6 (all elbows on one side), and it is a choice."""


@dataclass(frozen=True)
class Mobility:
    """Of B robots. values: (B, 6) singular values of what all legs forbid, largest first; freedom: (B,) how many are zero;
    idle: (B,) joints that move without the platform; outside: (B, 6) by how much each of vx..wz is possible beside the mask;
    parasitic: (B, 6) how much of each comes with a unit of the mask's motions;
    held: {driven joint: (B,) smallest singular value with locked motors}; held_mask: the same for the mask's motions alone."""

    values: Array
    freedom: Array
    idle: Array
    outside: Array
    parasitic: Array
    held: dict[int, Array]
    held_mask: dict[int, Array]


def mobility(leg: Leg, mask: Mask, robots: Robots) -> Mobility:
    """At the pose of the robots."""
    J = jacobians(mask, robots)
    forbidden, rank = _forbidden(J)
    _, values, V = np.linalg.svd(forbidden)
    null = np.swapaxes(V, -1, -2) * (values < ZERO)[:, None, :]
    tangent = mask.tangent(robots.pose)
    basis = np.linalg.qr(tangent)[0]
    wanted = np.swapaxes(basis, -1, -2) @ null
    rest = null - basis @ wanted
    with_them = rest @ np.linalg.pinv(wanted, rcond=1e-6)
    held: dict[int, Array] = {}
    held_mask: dict[int, Array] = {}
    for k in leg.drives:
        locked = _forbidden(np.delete(J, k - 1, axis=-1))[0]
        held[k] = np.linalg.svd(locked, compute_uv=False)[:, -1]
        held_mask[k] = np.linalg.svd(locked @ basis, compute_uv=False)[:, -1]
    idle = (J.shape[-1] - rank).sum(axis=1)
    freedom = (values < ZERO).sum(axis=1)
    outside, parasitic = (np.sqrt((x * x).sum(axis=-1)) for x in (rest, with_them))
    return Mobility(values, freedom, idle, outside, parasitic, held, held_mask)


def _forbidden(J: Array) -> tuple[Array, Array]:
    """(B, 6 N, 6) whose null space is what all legs allow, and the ranks of the legs (B, N)."""
    columns, s, _ = np.linalg.svd(J, full_matrices=False)
    there = s > ZERO
    basis = columns * there[..., None, :]
    complement = np.eye(6) - basis @ np.swapaxes(basis, -1, -2)
    return complement.reshape(len(J), -1, 6), there.sum(axis=-1)
