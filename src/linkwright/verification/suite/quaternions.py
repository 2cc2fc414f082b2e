"""Checks of quaternions: a quaternion and its opposite are one rotation, so products in which the sign is lost are compared.

The expected quaternion is an eigenvector of the pose's matrix; its sign means nothing, that of the generated one is continuous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Call, Check
from linkwright.passes.kernel import Kernel
from linkwright.referee.frames import FrameMotion, quaternion_of
from linkwright.verification.suite.building import terms, value
from linkwright.verification.suite.samples import RobotSamples, source

_PLACE, _TURN = np.eye(7)[:3], np.eye(7)[3:]
"""Rows that pick position and quaternion."""


def quaternion_checks(x: RobotSamples) -> list[Check]:
    """Of poses and analytic Jacobians by quaternions."""
    found: list[Check] = []
    if not _NAMES.keys() & x.table.keys():
        return found
    frames = {name: x.r.at(name) for name in {*x.r.frames, x.r.frame}}
    pose, jacobian = (x.table.get(name) for name in _NAMES)
    for n in range(len(x)):
        at = _State(x, n, frames)
        found += at.poses(pose) if pose else []
        found += at.jacobian(jacobian) if jacobian else []
        found += [at.same_sign(pose, jacobian)] if pose and jacobian else []
    return found


class _State:
    """One sample state."""

    def __init__(self, x: RobotSamples, n: int, motions: Mapping[str, FrameMotion]) -> None:
        self.x, self.r, self.n, self.label, self.motions = x, x.r, n, x.label(n), motions
        self.frames = (x.r.frame,) if x.r.chosen else x.r.frames
        self.mix = np.round(np.random.default_rng(13).uniform(0.5, 1.5, x.r.n), 3)

    def quaternion(self, name: str) -> Array:
        return quaternion_of(self.motions[name].R.value)[self.n]

    @property
    def rates(self) -> Array:
        """Position's and quaternion's rates under the joint velocities `mix`."""
        return self.r.columns(self.motions[self.r.frame].analytic_quaternion).value[self.n] @ self.mix

    def poses(self, kernel: Kernel) -> list[Check]:
        places = np.array([self.motions[name].p.value[self.n] for name in self.frames])
        weights = np.round(np.random.default_rng(17).uniform(0.5, 1.5, len(self.frames)), 3)
        turns = [w * np.outer(x, x) for w, x in zip(weights, map(self.quaternion, self.frames), strict=True)]
        one = self.r.chosen
        return [
            self._check(
                kernel, "place", {"pick": _PLACE, "expected": places[0] if one else places},
                ("pick", "pq") if one else ("pq", "pick'"),
            ),
            self._check(
                kernel, "turn", {"pick": _TURN, "expected": np.sum(turns, axis=0), "weights": np.diag(weights)},
                ("pick", "pq", "weights", "pq'", "pick'") if one else ("pick", "pq'", "weights", "pq", "pick'"),
            ),
        ]  # fmt: skip

    def jacobian(self, kernel: Kernel) -> list[Check]:
        rates = self.rates
        turn = {"pick": _TURN, "mix": self.mix, "expected": np.outer(rates[3:], rates[3:])}
        place = {"pick": _PLACE, "mix": self.mix, "expected": rates[:3]}
        return [
            self._check(kernel, "place", place, ("pick", "JQ", "mix")),
            self._check(kernel, "turn", turn, ("pick", "JQ", "mix", "mix'", "JQ'", "pick'")),
        ]

    def same_sign(self, pose: Kernel, jacobian: Kernel) -> Check:
        """The quaternion and its rates change sign together."""
        row = np.eye(len(self.frames))[[self.frames.index(self.r.frame)]]
        given = {"pick": _TURN, "mix": self.mix, "row": row}
        given["expected"] = np.outer(self.rates[3:], self.quaternion(self.r.frame))
        read = ("pq'",) if self.r.chosen else ("row", "pq")
        return self._built(
            f"law 2: JQ is of pose_quaternion {self.label}",
            [pose, jacobian],
            given,
            ("pick", "JQ", "mix", *read, "pick'"),
        )

    def _check(self, kernel: Kernel, what: str, given: Mapping[str, Array], product: tuple[str, ...]) -> Check:
        return self._built(f"{kernel.name} {what} {self.label}", [kernel], given, product)

    def _built(
        self, name: str, kernels: Sequence[Kernel], given: Mapping[str, Array], product: tuple[str, ...]
    ) -> Check:
        values = {n: x for n, x in given.items() if n in {*(p.rstrip("'") for p in product), "expected"}}
        calls: list[Call] = []
        for kernel in kernels:
            inputs = {port: source(kernel, port) for port in self.x.inputs(kernel, self.n)}
            values |= {at: self.x.given[self.n][at] for at in inputs.values()}
            calls.append(Call(kernel.name, tuple(inputs.items()), ((kernel.outputs[0].name, _NAMES[kernel.name]),)))
        data = tuple(value(n, x) for n, x in values.items())
        return Check(name, data, tuple(calls), terms(f"{' '.join(product)} - expected"))


_NAMES = {"pose_quaternion": "pq", "analytic_jacobian_quaternion": "JQ"}
