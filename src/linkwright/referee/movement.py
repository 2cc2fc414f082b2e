"""Dynamics by brute force: every body's pose, twist and Jacobian as Taylor series along a motion, forces by virtual work.

An independent root of the tests that travel with generated code: straight from the joints of the robot's file, in NumPy, with
dense 6 x nv Jacobians and no recursion for forces, no regrouping, no symbolic algebra. Derivatives come from the series.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.algebra import ad, adjoint, adjoints, bar, first_moment, inertia_matrix, inverse_place
from linkwright.referee.joints import drift, numbers, place, screws
from linkwright.referee.series import Series, constant
from linkwright.referee.tree import ReferenceTree, drive_numbers


@dataclass(frozen=True)
class Movement:
    """A motion of a robot: q (order + 1, batch, nq), v and a (order + 1, batch, nv), each a series of its own."""

    tree: ReferenceTree
    q: Series
    v: Series
    a: Series

    @property
    def order(self) -> int:
        return self.q.order

    @property
    def batch(self) -> tuple[int, ...]:
        return self.q.c.shape[1:-1]

    @property
    def nv(self) -> int:
        return self.tree.nv

    @cached_property
    def ways(self) -> list[tuple[Series, Series]]:
        """Per mover, its rotation and position in the carrier."""
        found: list[tuple[Series, Series]] = []
        for m in self.tree.movers:
            R, p = place(m.joint, m.coordinates(self.q))
            found.append((m.X[:3, :3] @ R, (m.X[:3, :3] @ p[..., None])[..., 0] + m.X[:3, 3]))
        return found

    @cached_property
    def _carried(self) -> list[Series]:
        """Per mover, the matrix that sees a twist of the carrier from the mover."""
        return [adjoints(R, p) for R, p in self.ways]

    @cached_property
    def screws(self) -> list[Series]:
        """Per mover, S of its joint, 6 x its rates."""
        return [screws(m.joint, m.coordinates(self.q)) for m in self.tree.movers]

    @cached_property
    def _own(self) -> list[Series]:
        """Per mover, S v of its joint."""
        return [_applied(S, m.rates(self.v)) for m, S in zip(self.tree.movers, self.screws, strict=True)]

    @cached_property
    def poses(self) -> list[tuple[Series, Series]]:
        """Rotation and position of every mover in the world."""
        found: list[tuple[Series, Series]] = []
        for m, (R, p) in zip(self.tree.movers, self.ways, strict=True):
            if m.carrier < 0:
                found.append((R, p))
                continue
            Rc, pc = found[m.carrier]
            found.append((Rc @ R, (Rc @ p[..., None])[..., 0] + pc))
        return found

    @cached_property
    def twists(self) -> list[Series]:
        """V = Ad V_carrier + S v."""
        found: list[Series] = []
        for m, Ad, own in zip(self.tree.movers, self._carried, self._own, strict=True):
            found.append(own if m.carrier < 0 else (Ad @ found[m.carrier][..., None])[..., 0] + own)
        return found

    @cached_property
    def accelerations(self) -> list[Series]:
        """dV/dt = Ad dV_carrier/dt + [V, S v] + S a + dS/dt v."""
        found: list[Series] = []
        for k, m in enumerate(self.tree.movers):
            Ad, own = self._carried[k], self._own[k]
            pushed = _applied(self.screws[k], m.rates(self.a)) + drift(m.joint, m.coordinates(self.q), m.rates(self.v))
            x = (ad(self.twists[k]) @ own[..., None])[..., 0] + pushed
            found.append(x if m.carrier < 0 else (Ad @ found[m.carrier][..., None])[..., 0] + x)
        return found

    @cached_property
    def jacobians(self) -> list[Series]:
        """V = J v, 6 x nv."""
        found: list[Series] = []
        for m, Ad, S in zip(self.tree.movers, self._carried, self.screws, strict=True):
            J = np.zeros((self.order + 1, *self.batch, 6, self.nv), dtype=S.c.dtype)
            J[..., m.iv : m.iv + m.width] = m.ratio * S.c
            own = Series(J)
            found.append(own if m.carrier < 0 else Ad @ found[m.carrier] + own)
        return found

    def weight(self, k: int) -> Series:
        """Gravity as an acceleration of mover k, in its axes."""
        g = self.poses[k][0].T @ self.tree.gravity
        return Series(np.concatenate([g.c, np.zeros_like(g.c)], axis=-1))

    def wrench(self, k: int, G: Array, gravity: bool = True) -> Series:
        """What moves a body of inertia G with mover k: G (dV/dt - g) - ad(V)' G V."""
        V, A = self.twists[k], self.accelerations[k]
        felt = A - self.weight(k) if gravity else A
        return _times(G, felt) - (ad(V).T @ _times(G, V)[..., None])[..., 0]

    def projected(self, k: int, wrench: Series) -> Series:
        """J' w, generalised forces of a wrench on mover k."""
        return (self.jacobians[k].T @ wrench[..., None])[..., 0]

    # --- forces ------------------------------------------------------------------------------------------------------

    @cached_property
    def rigid_forces(self) -> Series:
        """Joint forces of the rigid bodies."""
        return self._sum(self.wrench(k, m.G) for k, m in enumerate(self.tree.movers))

    @cached_property
    def coriolis(self) -> Series:
        """Coriolis and centrifugal forces: those at rest of acceleration, without gravity."""
        still = Movement(self.tree, self.q, self.v, self.a * 0.0)
        return still._sum(still.wrench(k, m.G, gravity=False) for k, m in enumerate(self.tree.movers))

    @cached_property
    def gravity(self) -> Series:
        return self._sum(-_times(m.G, self.weight(k)) for k, m in enumerate(self.tree.movers))

    def _sum(self, wrenches: Any) -> Series:
        total = constant(np.zeros((*self.batch, self.nv)), self.order)
        for k, w in enumerate(wrenches):
            total = total + self.projected(k, w)
        return total

    @cached_property
    def rotors(self) -> Array:
        """What the rotors add to the diagonal of the mass matrix."""
        total = np.zeros(self.nv, dtype=complex)
        for m in self.tree.movers:
            d = drive_numbers(m.joint.drive)
            total[m.iv : m.iv + m.width] += d["rotor_inertia"] * (d["gear_ratio"] * m.ratio) ** 2
        return total if np.any(np.imag(total)) else np.real(total)

    @cached_property
    def acting(self) -> list[tuple[dict[str, Any], Series, Series, Array]]:
        """What acts in joints and between them: its numbers, its length or angle, the rate of that, and the rate per v."""
        at = {m.joint.name: (m, m.coordinates(self.q), m.rates(self.v), m.spread(self.nv)) for m in self.tree.movers}
        found = [(drive_numbers(m.joint.drive), x, u, S) for m, x, u, S in at.values()]
        for m, x, u, S in at.values():
            if behind := m.joint.transmission:  # a motor: the joint that it drives less its own
                _, x_joint, u_joint, S_joint = at[behind.joint]
                found.append((drive_numbers(behind.drive), x_joint - x, u_joint - u, S_joint - S))
        for tendon in self.tree.robot.tendons:
            times = numbers([c for _, c in tendon.terms]).tolist()
            _, *totals = at[tendon.terms[0][0]]
            totals = [y * times[0] for y in totals]
            for (name, _), c in zip(tendon.terms[1:], times[1:], strict=True):
                totals = [total + y * c for total, y in zip(totals, at[name][1:], strict=True)]
            found.append((drive_numbers(tendon.drive), totals[0], totals[1], totals[2]))
        return found

    @cached_property
    def passive(self) -> Series:
        """Springs, dampers, friction."""
        total = constant(np.zeros((*self.batch, self.nv)), self.order)
        for d, x, rate, spread in self.acting:
            own = rate * (d["viscous"] + d["damping"]) + d["coulomb"] * np.sign(rate.c[0].real)
            if d["stiffness"] and len(spread) == x.c.shape[-1]:
                own = own + d["stiffness"] * (x - d["rest"])
            total = total + own @ spread
        return total

    def outside(self, wrench: Array) -> Series:
        """J' w of the wrenches at the robot's frames, (batch, frames, 6), constant in the frames' axes."""
        total = constant(np.zeros((*self.batch, self.nv)), self.order)
        for n, name in enumerate(self.tree.robot.wrenches):
            k, X = self.tree.frame(name)
            if k >= 0:
                w = np.einsum("ji,...j->...i", adjoint(inverse_place(X)), wrench[..., n, :])
                total = total + self.projected(k, constant(np.broadcast_to(w, (*self.batch, 6)), self.order))
        return total

    def forces(self, wrench: Array) -> Series:
        """tau = M a + c + g + passive - J' w, rotors included."""
        return self.rigid_forces + self.a * self.rotors + self.passive - self.outside(wrench)

    # --- matrices ----------------------------------------------------------------------------------------------------

    @cached_property
    def rigid_mass(self) -> Series:
        """M = sum of J' G J."""
        total = constant(np.zeros((*self.batch, self.nv, self.nv)), self.order)
        for m, J in zip(self.tree.movers, self.jacobians, strict=True):
            total = total + J.T @ Series(m.G @ J.c)
        return total

    @cached_property
    def mass(self) -> Series:
        return self.rigid_mass + np.diag(self.rotors)

    @cached_property
    def coriolis_matrix(self) -> Series:
        """C = sum of J' (G dJ/dt + B J), B = (G ad(V) - ad(V)' G + bar(G V)) / 2: one order shorter than the motion."""
        order = self.order - 1
        total = constant(np.zeros((*self.batch, self.nv, self.nv)), order)
        for k, m in enumerate(self.tree.movers):
            J, V = self.jacobians[k], self.twists[k].cut(order)
            B = (m.G @ ad(V) - ad(V).T @ m.G + bar(_times(m.G, V))) / 2
            total = total + J.cut(order).T @ (m.G @ J.derived() + B @ J.cut(order))
        return total

    # --- energy, momentum --------------------------------------------------------------------------------------------

    @cached_property
    def kinetic_energy(self) -> Series:
        column = self.v[..., None]
        return (column.T @ self.mass @ column)[..., 0, 0] / 2

    @cached_property
    def potential_energy(self) -> Series:
        """Gravity from the world's origin; springs from their rest."""
        total = -self.moment_of_mass[1] @ self.tree.gravity
        for d, x, _, spread in self.acting:
            if d["stiffness"] and len(spread) == x.c.shape[-1]:
                stretch = x - d["rest"]
                squares = stretch * stretch
                total = total + d["stiffness"] / 2 * Series(squares.c.sum(axis=-1))
        return total

    @cached_property
    def moment_of_mass(self) -> tuple[float, Series]:
        """Mass that moves, and its first moment in the world."""
        mass = sum(m.G[0, 0] for m in self.tree.movers)
        total = constant(np.zeros((*self.batch, 3)), self.order)
        for m, (R, p) in zip(self.tree.movers, self.poses, strict=True):
            total = total + R @ first_moment(m.G) + m.G[0, 0] * p
        return mass, total

    @cached_property
    def momentum_matrix(self) -> Series:
        """Linear and angular momentum about the world's origin, in world axes, per joint velocity."""
        total = constant(np.zeros((*self.batch, 6, self.nv)), self.order)
        for k, m in enumerate(self.tree.movers):
            total = total + (adjoints(*self.poses[k]).T @ Series(m.G @ self.jacobians[k].c))
        return total

    # --- per inertial parameter --------------------------------------------------------------------------------------

    def units(self, place: Array) -> Array:
        """Inertias of one unit of each of the ten parameters at a frame of a mover, (10, 6, 6)."""
        A = adjoint(inverse_place(place))
        return A.T @ inertia_matrix(np.eye(10)) @ A


def _applied(S: Any, rate: Series) -> Series:
    return (S @ rate[..., None])[..., 0]


def _times(G: Array, V: Series) -> Series:
    return Series(V.c @ G.T)
