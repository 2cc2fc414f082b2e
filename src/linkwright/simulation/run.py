"""Run: how a mechanism is simulated. One options type for all kinds; the flags of `linkwright simulate` are its fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import InputError
from linkwright.request import option

FIXED_STEP = ("rkmk4", "variational")
"""Methods that make steps of one length."""
MAX_SAMPLES, MAX_STEPS = 1e7, 2e7


@dataclass(frozen=True)
class Run:
    """One simulation. Positions, rates and forces are those that the mechanism's functions take."""

    time: float = option(10.0, "seconds")
    q0: str = option("", "initial positions, e.g. '0.5, 30 deg' or 'elbow=30 deg'")
    v0: str = option("", "initial velocities, in the same form")
    torque: str = option("", "joint forces, comma-separated expressions in t, q1.., v1.. (inputs of a Lagrangian)")
    follow: str = option(
        "",
        "trajectory that the joints follow by computed torque: a table (.csv) of t, q1.., v1.., a1..; "
        "the start is its own, and it ends the motion",
    )
    rate: float = option(100.0, "samples per second")
    method: str = option(
        "", "dop853 of robots, radau of trees that are stiff; rkmk4 or variational of a Lagrangian (default: the first)"
    )
    step: float = option(1e-3, "of rkmk4 and variational: length of a step in seconds")
    tolerance: float = option(1e-9, "of dop853 and radau: relative and absolute error of a step")

    def __post_init__(self) -> None:
        for name in ("q0", "v0", "torque", "method", "follow"):
            if not isinstance(getattr(self, name), str):
                hint = "numbers and formulas are given as text: Run(time=2, q0='0.5, 30 deg', torque='sin(t), 0')"
                raise InputError(f"{name} is {getattr(self, name)!r}, no text", hint=hint)

    @property
    def samples(self) -> int:
        """Instants at which the motion is told, the start apart."""
        return max(1, round(self.time * self.rate))

    def chosen(self, methods: Sequence[str]) -> str:
        """The method, after a check of all numbers. methods: those of a kind of mechanism, its usual one first."""
        method = self.method or methods[0]
        if method not in methods:
            raise InputError(f"there is no method '{method}'", hint=f"one of: {', '.join(methods)}")
        if not (self.time > 0 and self.rate > 0 and self.time * self.rate <= MAX_SAMPLES):
            hint = f"both must be positive, their product at most {MAX_SAMPLES:.0e}"
            raise InputError(f"cannot simulate {self.time} s at {self.rate} samples per second", hint=hint)
        if method in FIXED_STEP and not (self.step > 0 and self.time / self.step <= MAX_STEPS):
            hint = f"a step must be positive, and at most {MAX_STEPS:.0e} steps are made"
            raise InputError(f"cannot simulate {self.time} s in steps of {self.step} s", hint=hint)
        if method not in FIXED_STEP and not 0 < self.tolerance < 1:
            raise InputError(f"cannot simulate with a tolerance of {self.tolerance}", hint="such as 1e-9")
        return method
