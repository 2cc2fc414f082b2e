"""A planar arm of two links by hand, as a machine: from the textbook (Craig, Introduction to Robotics, 4.4, 6.7).

Point masses m1 at the elbow and m2 at the tip; gravity g along -y; the base at (base_x, base_y). Angles q1, and q2 from link 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.synthesis.structure import Link, Structure, Variable, filled

TEXT = """
linkwright: 1
name: planar
gravity: [0, -g, 0]
parameters: {l1: 0.5, l2: 0.5, base_x: 0, base_y: 0, m1: 1, m2: 1, g: 9.81, tube_radius: 0.02, tube_wall: 0.002}
joints:
  mount: {type: fixed, child: base, xyz: [base_x, base_y, 0]}
  shoulder: {type: revolute, parent: base, child: upper}
  elbow: {type: revolute, parent: upper, child: lower, xyz: [l1, 0, 0]}
bodies:
  upper: {mass: m1, com: [l1, 0, 0]}
  lower: {mass: m2, com: [l2, 0, 0]}
frames:
  tip: {body: lower, xyz: [l2, 0, 0]}
"""


@dataclass(frozen=True)
class Motion:
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    theta: np.ndarray | None
    motor_q: np.ndarray
    motor_v: np.ndarray
    motor_a: np.ndarray
    error: np.ndarray


class Planar:
    names = ("l1", "l2", "base_x", "base_y", "m1", "m2", "g", "tube_radius", "tube_wall")
    joints = motors = ("shoulder", "elbow")
    sliding = sliding_joints = (False, False)

    def __init__(self, m1=1.0, m2=1.0, g=9.81):
        variables = tuple(Variable(n, 0.1, 2) for n in self.names[:4])
        links = (Link("upper", "lower", "tube_radius"), Link("lower", "tip", "tube_radius"))
        text = filled(TEXT, {"m1": m1, "m2": m2, "g": g})
        self.structure = Structure("planar", "planar arm", text, "tip", "position", variables, (), links)
        self.variables, self.fixed = variables, (m1, m2, g, 0.02, 0.002)

    def parameters(self, X):
        return np.hstack([X, np.broadcast_to(self.fixed, (len(X), len(self.fixed)))])

    def reach(self, P):
        return P[:, 0] + P[:, 1]

    def postures(self, P, poses):
        l1, l2, x0, y0 = (P[:, k, None] for k in range(4))
        x, y = poses[:, 0, 3] - x0, poses[:, 1, 3] - y0
        c = (x * x + y * y - l1 * l1 - l2 * l2) / (2 * l1 * l2)
        with np.errstate(invalid="ignore"):
            up = np.where(np.abs(c) <= 1, np.arccos(c), np.nan)
        branches = [(np.arctan2(y, x) - np.arctan2(l2 * np.sin(e), l1 + l2 * np.cos(e)), e) for e in (up, -up)]
        return np.stack([np.stack(b, axis=-1) for b in branches], axis=2)

    def motion(self, P, branch, demand):
        q = self.postures(P, demand.poses)[np.arange(len(P)), :, branch]
        q = np.unwrap(q, axis=1)
        l1, l2 = P[:, 0, None], P[:, 1, None]
        s1, c1, s12, c12 = np.sin(q[..., 0]), np.cos(q[..., 0]), np.sin(q.sum(-1)), np.cos(q.sum(-1))
        J = self._rates(P, q)
        with np.errstate(all="ignore"):
            v = np.linalg.solve(J, np.broadcast_to(demand.twists[:, :2], q.shape)[..., None])[..., 0]
            w1, w12 = v[..., 0] ** 2, (v[..., 0] + v[..., 1]) ** 2
            bias = -np.stack([l1 * c1 * w1 + l2 * c12 * w12, l1 * s1 * w1 + l2 * s12 * w12], axis=-1)
            a = np.linalg.solve(J, (demand.accelerations[:, :2] - bias)[..., None])[..., 0]
        error = np.where(np.isfinite(a).all(axis=(1, 2)), 0.0, np.inf)
        return Motion(q, v, a, None, q, v, a, error)

    def forces(self, P, motion):
        l1, l2, _, _, m1, m2, g = (P[:, k, None] for k in range(7))
        q1, q2 = motion.q[..., 0], motion.q[..., 1]
        (v1, v2), (a1, a2) = (np.moveaxis(x, -1, 0) for x in (motion.v, motion.a))
        s2, c2, c1, c12 = np.sin(q2), np.cos(q2), np.cos(q1), np.cos(q1 + q2)
        tau2 = m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * v1**2 + m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
        tau1 = (
            m2 * l2**2 * (a1 + a2) + m2 * l1 * l2 * c2 * (2 * a1 + a2) + (m1 + m2) * l1**2 * a1
            - m2 * l1 * l2 * s2 * v2**2 - 2 * m2 * l1 * l2 * s2 * v1 * v2 + m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1
        )  # fmt: skip
        return np.stack([tau1, tau2], axis=-1)

    def jacobian_condition(self, P, motion, limit):
        l1, l2, s = P[:, 0, None], P[:, 1, None], np.abs(np.sin(motion.q[..., 1]))
        # of J'J: trace and determinant do not depend on q1
        trace = l1**2 + 2 * l2**2 + 2 * l1 * l2 * np.cos(motion.q[..., 1])
        root = np.sqrt(np.maximum(trace**2 - 4 * (l1 * l2 * s) ** 2, 0))
        return np.sqrt((trace + root) / np.maximum(trace - root, 1e-300)).max(axis=1)

    def _rates(self, P, q):
        (x1, x2), (y1, y2) = (
            [P[:, k, None] * f(a) for k, a in enumerate((q[..., 0], q.sum(-1)))] for f in (np.cos, np.sin)
        )
        return np.array([[-y1 - y2, -y2], [x1 + x2, x2]]).transpose(2, 3, 0, 1)

    def jacobian(self, P, motion):
        found = np.zeros((*motion.q.shape[:2], 6, 2))
        found[:, :, :2], found[:, :, 5] = self._rates(P, motion.q), 1.0
        return found

    def origins(self, P, motion, frames):
        base = np.broadcast_to(P[:, None, 2:4], motion.q.shape)
        a, b = motion.q[..., 0], motion.q.sum(-1)
        elbow = base + P[:, None, :1] * np.stack([np.cos(a), np.sin(a)], axis=-1)
        tip = elbow + P[:, None, 1:2] * np.stack([np.cos(b), np.sin(b)], axis=-1)
        at = {"upper": base, "lower": elbow, "tip": tip}
        flat = np.stack([at[f] for f in frames], axis=2)
        return np.concatenate([flat, np.zeros((*flat.shape[:-1], 1))], axis=-1)

    def masses(self, P):
        return P[:, 4:6]
