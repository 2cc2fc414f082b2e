"""The test suite that travels with generated code: sample inputs, expected values from an independent derivation, laws across
functions (section "Laws" of the documentation)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.derive import derive
from linkwright.emit import Call, Check, Term, Value
from linkwright.model.parameters import form_of, substitute
from linkwright.model.robot import Drive, Robot
from linkwright.passes.kernel import Kernel
from linkwright.verify.plain import frame_poses
from linkwright.verify.states import sample

Array = np.ndarray[Any, Any]
SAMPLES = 3


def checks_for(robot: Robot, kernels: Sequence[Kernel], samples: int = SAMPLES) -> tuple[Check, ...]:
    """Checks for the kernels at hand, at `samples` random states. Functions whose parameters have no values are left out."""
    usable = {k.name: k for k in kernels if all(p.name != "parameters" or p.defaults is not None for p in k.inputs)}
    reference = _Reference(robot)
    checks: list[Check] = []
    states = sample(robot, samples)
    for n in range(samples):
        point = {name: getattr(states, name)[n] for name in ("q", "v", "a", "j", "s", "tau", "wrench")}
        for name, kernel in usable.items():
            expected = reference.value(name, point)
            if expected is not None:
                inputs = {p.name: np.ravel(point[p.name]).tolist() for p in kernel.inputs if p.name in point}
                output = kernel.outputs[0].name
                checks.append(Check.expect(f"{name} {n + 1}", kernel, inputs, output, np.ravel(expected).tolist()))
        checks += _laws(usable, point, n + 1, robot)
    return tuple(checks)


class _Reference:
    """Expected values by the Lie-group closed form, evaluated by the interpreter: neither the recursions, the passes nor the
    languages have a part in it."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self._numeric = substitute(robot, {n: p.value for n, p in robot.parameters.items() if p.value is not None})
        self._inverse = derive(robot, "inverse_dynamics", method="lie_group")

    def tau(self, q: Array, v: Array, a: Array, wrench: Array | None = None) -> Array:
        extra = {"wrench": wrench} if self.robot.wrenches and wrench is not None else {}
        if self.robot.wrenches and wrench is None:
            extra = {"wrench": np.zeros((len(self.robot.wrenches), 6))}
        return np.asarray(self._inverse(q=q, v=v, a=a, **extra))

    def value(self, name: str, x: dict[str, Array]) -> Array | None:
        zero = np.zeros(self.robot.nv)
        if name == "inverse_dynamics":
            return self.tau(x["q"], x["v"], x["a"], x["wrench"])
        if name == "nonlinear_effects":
            return self.tau(x["q"], x["v"], zero, x["wrench"])
        if name == "mass_matrix":
            return self._mass(x["q"])
        if name == "mass_matrix_inverse":
            return np.linalg.inv(self._mass(x["q"]))
        if name == "forward_dynamics":
            return np.linalg.solve(self._mass(x["q"]), x["tau"] - self.tau(x["q"], x["v"], zero, x["wrench"]))
        if name == "forward_kinematics":
            poses = frame_poses(self._numeric, x["q"])
            return np.array([poses[name] for name in form_of(self.robot).tree.frames])
        return None

    def _mass(self, q: Array) -> Array:
        zero = np.zeros(self.robot.nv)
        rest = self.tau(q, zero, zero)
        columns = [self.tau(q, zero, unit) - rest for unit in np.eye(self.robot.nv)]
        return np.array(columns).reshape(self.robot.nv, self.robot.nv).T


def _laws(usable: dict[str, Kernel], x: dict[str, Array], n: int, robot: Robot) -> list[Check]:
    """Identities between generated functions."""
    found: list[Check] = []

    def given(*names: str) -> tuple[Value, ...]:
        return tuple(Value(k, tuple(np.shape(x[k])), tuple(np.ravel(x[k]).tolist())) for k in names)

    def call(name: str, output: str) -> Call:
        kernel = usable[name]
        inputs = tuple((p.name, p.name) for p in kernel.inputs if p.name in x)
        return Call(name, inputs, ((kernel.outputs[0].name, output),))

    wrench = ("wrench",) if robot.wrenches else ()
    if {"inverse_dynamics", "mass_matrix", "nonlinear_effects"} <= usable.keys():
        found.append(
            Check(
                f"tau = M a + nle {n}", given("q", "v", "a", *wrench),
                (call("inverse_dynamics", "tau"), call("mass_matrix", "M"), call("nonlinear_effects", "nle")),
                (Term(1.0, ("M", "a")), Term(1.0, ("nle",)), Term(-1.0, ("tau",))),
            )
        )  # fmt: skip
    if {"mass_matrix", "kinetic_energy"} <= usable.keys():
        found.append(
            Check(
                f"T = v' M v / 2 {n}", given("q", "v"), (call("mass_matrix", "M"), call("kinetic_energy", "T")),
                (Term(0.5, ("v'", "M", "v")), Term(-1.0, ("T",))),
            )
        )  # fmt: skip
    if {"coriolis_matrix", "nonlinear_effects", "gravity"} <= usable.keys() and not _has_drives(robot) and not wrench:
        found.append(
            Check(
                f"C v + g = nle {n}", given("q", "v"),
                (call("coriolis_matrix", "C"), call("gravity", "g"), call("nonlinear_effects", "nle")),
                (Term(1.0, ("C", "v")), Term(1.0, ("g",)), Term(-1.0, ("nle",))),
            )
        )  # fmt: skip
    if {"mass_matrix", "mass_matrix_inverse"} <= usable.keys():
        found.append(
            Check(
                f"M Minv v = v {n}", given("q", "v"),
                (call("mass_matrix", "M"), call("mass_matrix_inverse", "Minv")),
                (Term(1.0, ("M", "Minv", "v")), Term(-1.0, ("v",))),
            )
        )  # fmt: skip
    return found


def _has_drives(robot: Robot) -> bool:
    return any(j.drive != Drive() for j in robot.joints.values())
