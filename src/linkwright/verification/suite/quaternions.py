"""Checks of quaternions: a quaternion and its opposite are one rotation, so products in which the sign is lost are compared.

The expected quaternion is an eigenvector of the pose's matrix; its sign means nothing, that of the generated one is continuous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.passes.kernel import Kernel
from linkwright.referee.frames import FrameMotion, quaternion_of
from linkwright.referee.robot_reference import Reference

Array = np.ndarray[Any, Any]
_PLACE, _TURN = np.eye(7)[:3], np.eye(7)[3:]
"""Rows that pick position and quaternion."""


def quaternion_checks(
    kernels: Mapping[str, Kernel], r: Reference, passed: Mapping[str, Array], label: Sequence[str]
) -> list[Check]:
    """Of poses and analytic Jacobians by quaternions; passed: values of `parameters` by function, where they are given."""
    found: list[Check] = []
    if not {"pose_quaternion", "analytic_jacobian_quaternion"} & kernels.keys():
        return found
    frames = {name: r.at(name) for name in {*r.frames, r.frame}}
    for n in range(len(r.states)):
        at = _State(r, n, label[n], passed, frames)
        if "pose_quaternion" in kernels:
            found += at.poses(kernels["pose_quaternion"])
        if "analytic_jacobian_quaternion" in kernels:
            found += at.jacobian(kernels["analytic_jacobian_quaternion"])
        if {"pose_quaternion", "analytic_jacobian_quaternion"} <= kernels.keys():
            found.append(at.same_sign(kernels["pose_quaternion"], kernels["analytic_jacobian_quaternion"]))
    return found


class _State:
    """One sample state."""

    def __init__(
        self, r: Reference, n: int, label: str, passed: Mapping[str, Array], motions: Mapping[str, FrameMotion]
    ) -> None:
        self.r, self.n, self.label, self.passed, self.motions = r, n, label, passed, motions
        self.frames = (r.frame,) if r.chosen else r.frames
        self.mix = np.round(np.random.default_rng(13).uniform(0.5, 1.5, r.n), 3)

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
            inputs = {p.name: f"{p.name} of {self.label}" for p in kernel.inputs if p.name != "parameters"}
            values |= {source: getattr(self.r.states, port)[self.n] for port, source in inputs.items()}
            if kernel.name in self.passed:
                inputs["parameters"] = f"parameters of {kernel.name}"
                values[inputs["parameters"]] = self.passed[kernel.name]
            calls.append(Call(kernel.name, tuple(inputs.items()), ((kernel.outputs[0].name, _NAMES[kernel.name]),)))
        data = tuple(Value(n, np.shape(x), tuple(np.ravel(x).tolist())) for n, x in values.items())
        return Check(name, data, tuple(calls), (Term(1.0, product), Term(-1.0, ("expected",))))


_NAMES = {"pose_quaternion": "pq", "analytic_jacobian_quaternion": "JQ"}
