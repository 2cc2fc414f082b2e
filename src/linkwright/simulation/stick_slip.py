"""Which places of dry friction hold and which slide: Coulomb's law between accelerations and forces.

Where a place is at rest, its friction f and the acceleration w of its rate obey  f = limit sign(w)  or  w = 0, |f| <= limit.
With w = w_free - A f and A symmetric and not negative these are the conditions for the minimum of f' A f / 2 - w_free' f in the
box |f| <= limit: convex, so that w is unique, and f where the places are independent (Pfeiffer & Glocker 1996; Featherstone
2008, section 11.3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.simulation.passive import DryFriction
from linkwright.simulation.prescribed import split

SLACK = 1e-7
"""How much more than its limit friction holds, relatively. A place that lets go does so with an acceleration whose sign is no
matter of rounding; forces of closed robots are known to 1e-10."""
_IDLE = 1e-7
"""Part of a place's rate that may change, below which friction there changes nothing."""
_SWEEPS, _ROUNDS = 10, 300


@dataclass(frozen=True, eq=False)
class Law:
    """Newton's law at a state: M a = force + J' multipliers, where J a + drift = 0."""

    M: Array
    force: Array
    J: Array
    drift: Array

    def less(self, resistance: Array) -> Law:
        """With friction that is known."""
        return replace(self, force=self.force - resistance)

    def holding(self, rows: Array) -> Law:
        """With rates that stay as they are; their multipliers come first."""
        J = np.vstack([rows, self.J])
        return replace(self, J=J, drift=np.concatenate([np.zeros(len(rows)), self.drift]))

    def solved(self) -> tuple[Array, Array]:
        """Accelerations and multipliers: what the rows prescribe, and Newton's law along the motions that they leave free."""
        inverse, free = split(self.J)
        given = -(inverse @ self.drift)
        driving: Array = free.T @ (self.force - self.M @ given)
        a: Array = given + free @ np.linalg.solve(free.T @ self.M @ free, driving)
        return a, inverse.T @ (self.M @ a - self.force)


def accelerations(law: Law, friction: DryFriction, slip: Array) -> tuple[Array, Array]:
    """Of all joints, with places held where slip is 0; and the friction that holds those."""
    held = friction.D[slip == 0]
    a, multipliers = law.less(friction.resistance(slip)).holding(held).solved()
    return a, -multipliers[: len(held)]


def holds(law: Law, friction: DryFriction, slip: Array) -> bool:
    """Whether friction can hold the places that it holds."""
    held = slip == 0
    _, needed = accelerations(law, friction, slip)
    if np.all(np.abs(needed) <= friction.limit[held] * (1 + SLACK)):
        return True
    # places that depend on each other, as those of a loop, may share the load otherwise
    return not np.any(decided(law, friction, slip, held)[held])


def decided(law: Law, friction: DryFriction, slip: Array, resting: Array) -> Array:
    """Where places go that are at rest: slip with 0 for those of them that are held, else the sign of their acceleration."""
    if not np.any(resting):
        return slip
    law = law.less(friction.resistance(np.where(resting, 0.0, slip)))
    D, limit = friction.D[resting], friction.limit[resting]
    _, free = split(law.J)
    G: Array = D @ free
    A: Array = G @ np.linalg.solve(free.T @ law.M @ free, G.T)
    w: Array = D @ law.solved()[0]
    left: Array = w - A @ held_by(A, w, limit)
    idle = np.linalg.norm(G, axis=1) <= _IDLE * np.linalg.norm(D, axis=1)
    stays = ~idle & (np.abs(left) <= SLACK * limit * np.diag(A))
    found = np.array(slip, dtype=float)
    found[resting] = np.where(stays, 0.0, np.where(left < 0, -1.0, 1.0))
    return found


def held_by(A: Array, w: Array, limit: Array) -> Array:
    """Friction f in the box that minimises f' A f / 2 - w' f: by Gauss and Seidel's sweeps, projected, until they know which
    places are at their limit; then the others' equations are solved at once."""
    f = np.zeros_like(w)
    for _ in range(_ROUNDS):
        for _ in range(_SWEEPS):
            for k in range(len(w)):
                own, more = A[k, k], w[k] - A[k] @ f
                f[k] = np.clip(f[k] + more / own, -limit[k], limit[k]) if own > 0 else limit[k] * np.sign(more)
        inside = np.abs(f) < limit
        exact = np.array(f)
        rest: Array = w[inside] - A[np.ix_(inside, ~inside)] @ f[~inside]
        exact[inside] = np.linalg.lstsq(A[np.ix_(inside, inside)], rest, rcond=1e-12)[0]
        # of places that depend on each other the sweeps may have found a share that the equations do not
        for found in (exact, f):
            if _obeys(found, A, w, limit):
                return found
    return f


def _obeys(f: Array, A: Array, w: Array, limit: Array) -> bool:
    """Coulomb's law: accelerations vanish within the box, and go with the force at its limits."""
    left: Array = w - A @ f
    off = np.where(np.abs(f) < limit, np.abs(left), -left * np.sign(f))
    return bool(np.all(np.abs(f) <= limit) and np.all(off <= 0.01 * SLACK * limit * np.diag(A)))
