"""Rows: pairs of a candidate and a branch that are still in the funnel, with what was computed of them so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.synthesis.evaluation.makes import Make

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand
    from linkwright.synthesis.evaluation.protocol import Machine, Motion
    from linkwright.synthesis.structure import Structure
    from linkwright.synthesis.task import Task

COARSE = 48
"""Instants along the path at which solids, stiffness and accuracy are asked: they change slowly."""


@dataclass(frozen=True)
class Setting:
    """What is judged, and on which samples.

    coarse: instants of what need not be asked at every sample
    make:   tube and motor
    exact:  values, where else a bound would do
    """

    machine: Machine
    structure: Structure
    task: Task
    demand: Demand
    coarse: Array
    make: Make = Make()
    exact: bool = False

    @classmethod
    def of(cls, machine: Machine, task: Task, demand: Demand, coarse: int = COARSE) -> Setting:
        """With so many instants at least, the points of the path among them."""
        count = len(demand.t)
        every = np.linspace(0, count - 1, min(count, coarse)).round().astype(int)
        return cls(machine, machine.structure, task, demand, np.unique(np.concatenate([every, demand.corners])))

    def thinned(self, samples: int) -> Setting:
        """On about so many of the samples, ends and corners among them."""
        few = np.linspace(0, len(self.demand.t) - 1, samples).round().astype(int)
        few = np.unique(np.concatenate([few, self.demand.corners]))
        along = {name: getattr(self.demand, name)[few] for name in ("t", "poses", "twists", "accelerations")}
        demand = replace(self.demand, **along, corners=np.searchsorted(few, self.demand.corners))
        return replace(self, demand=demand, coarse=Setting.of(self.machine, self.task, demand, COARSE // 4).coarse)

    @cached_property
    def sliding(self) -> Array:
        """Which motors slide."""
        return np.asarray(self.machine.sliding, dtype=bool)

    def per_motor(self, name: str) -> Array:
        """A limit of the task, one number per motor."""
        return self._limits(name, self.sliding)

    @cached_property
    def sliding_joints(self) -> Array:
        """Which joints slide."""
        return np.asarray(self.machine.sliding_joints, dtype=bool)

    def per_joint(self, name: str) -> Array:
        """A limit of the task, one number per joint."""
        return self._limits(name, self.sliding_joints)

    def _limits(self, name: str, sliding: Array) -> Array:
        slide, turn = (float(getattr(x, name)) for x in (self.task.limits.prismatic, self.task.limits.revolute))
        return np.where(sliding, slide, turn)

    @property
    def joints(self) -> int:
        """How many."""
        return len(self.sliding_joints)

    def column(self, parameter: str) -> int:
        """Where a parameter stands in a row of P; -1 if the code does not depend on it."""
        names = self.machine.names
        return names.index(parameter) if parameter in names else -1


def picked(values: Any, rows: Array) -> Any:
    """Some rows of an array, or of all arrays of a dataclass; arrays that were one stay one."""
    if isinstance(values, np.ndarray):
        return cast("Array", values)[rows]
    arrays = _arrays(values)
    done = {key: x[rows] for key, x in {id(x): x for x in arrays.values()}.items()}
    return replace(values, **{name: done[id(x)] for name, x in arrays.items()})


def _arrays(values: Any) -> dict[str, Array]:
    """The fields of a dataclass that are arrays."""
    return {name: x for name, x in cast("dict[str, Any]", vars(values)).items() if isinstance(x, np.ndarray)}


@dataclass(frozen=True)
class Rows:
    """(candidate, branch) pairs: parameters P (M, p), with the strokes that the motion needs once it is known.

    known: quantities by name, each an array (or a dataclass of arrays) with a row per pair
    """

    setting: Setting
    candidate: Array
    branch: Array
    P: Array
    known: dict[str, Any] = field(default_factory=dict[str, Any])

    def __len__(self) -> int:
        return len(self.candidate)

    def kept(self, mask: Array) -> Rows:
        """Those where the mask says so."""
        if mask.all():
            return self
        return self.some(np.flatnonzero(mask))

    def some(self, rows: Array) -> Rows:
        """These rows."""
        known = {name: picked(x, rows) for name, x in self.known.items()}
        return Rows(self.setting, self.candidate[rows], self.branch[rows], self.P[rows], known)

    def of_setting(self, setting: Setting) -> Rows:
        """The same on other samples."""
        return Rows(setting, self.candidate, self.branch, self.P, {"corner_q": self.known["corner_q"]})

    def of_make(self, setting: Setting) -> Rows:
        """The same built of another tube with another motor: they move alike."""
        P = self.P.copy()
        for name, value in setting.make.values:
            P[:, setting.column(name)] = value
        same = {
            name: x for name, x in self.known.items() if name in ("corner_q", "motion", "few", "extent", "condition")
        }
        return Rows(setting, self.candidate, self.branch, P, same)

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """A quantity, computed when it is first asked for."""
        if name not in self.known:
            self.known[name] = make()
        return self.known[name]

    def parameter(self, name: str) -> Array:
        """(M,)."""
        column = self.setting.column(name)
        if column < 0:
            hint = "solids take their radius from a number, or from a parameter that the model's formulas use"
            raise InputError(f"'{self.setting.structure.name}' does not depend on a parameter '{name}'", hint=hint)
        return self.P[:, column]

    @property
    def motion(self) -> Motion:
        """Along the path. Sets the strokes in P."""
        return self.once("motion", self._motion)

    def _motion(self) -> Motion:
        machine = self.setting.machine
        motion = machine.motion(self.P, self.branch, self.setting.demand)
        for joint, parameter in self.setting.structure.strokes:
            if (column := self.setting.column(parameter)) >= 0:
                self.P[:, column] = self._stroke(joint, motion)
        return motion

    def _stroke(self, joint: str, motion: Motion) -> Array:
        """(M,): from the lowest to the highest position of a slide, along the path and in the working space."""
        machine = self.setting.machine
        if joint not in machine.joints:
            return extent(motion.motor_q)[:, machine.motors.index(joint)]
        at = machine.joints.index(joint)
        corners = [self.known["corner_q"][:, :, at]] if "corner_q" in self.known else []
        return extent(np.concatenate([motion.q[:, :, at], *corners], axis=1)[:, :, None])[:, 0]

    @property
    def few(self) -> Motion:
        """The motion at the coarse instants."""
        return self.once("few", lambda: at_instants(self.motion, self.setting.coarse))

    @property
    def extent(self) -> Array:
        """(M, nm): of the motors' positions along the path."""
        return self.once("extent", lambda: extent(self.motion.motor_q))

    @property
    def forces(self) -> Array:
        """(M, T, nm): forces of sliding motors, torques of turning ones."""
        return self.once("forces", lambda: self.setting.machine.forces(self.P, self.motion))

    @property
    def peaks(self) -> Array:
        """(M, nm): largest force or torque of each motor."""
        return self.once("peaks", lambda: largest(self.forces))

    @property
    def power(self) -> Array:
        """(M, T): of all motors together, as they share one supply."""
        return self.once("power", self._power)

    def _power(self) -> Array:
        v = self.motion.motor_v
        total = self.forces[:, :, 0] * v[:, :, 0]
        for k in range(1, v.shape[2]):  # in this order for any number of rows: results do not depend on their company
            total += self.forces[:, :, k] * v[:, :, k]
        return total


_TOGETHER = 64
"""Samples of one stretch: NumPy reduces a middle axis fast only where what comes after it is long."""


def _over_time(reduce: np.ufunc, values: Array) -> Array:
    """(M, T, n) -> (M, n)."""
    count, samples, n = values.shape
    whole, width = samples - samples % _TOGETHER, _TOGETHER
    if not whole or not values.flags.c_contiguous:
        return reduce.reduce(values, axis=1)
    found = reduce.reduce(values[:, :whole].reshape(count, -1, width * n), axis=1).reshape(count, width, n)
    found = reduce(found, values[:, -width:])  # what is left over, and some of it twice
    while width > 1:
        width //= 2
        found = reduce(found[:, :width], found[:, width:])
    return found[:, 0]


def largest(values: Array) -> Array:
    """Largest magnitude along time: (M, T, n) -> (M, n)."""
    return np.maximum(_over_time(np.maximum, values), -_over_time(np.minimum, values))


def extent(values: Array) -> Array:
    """From the lowest to the highest along time: (M, T, n) -> (M, n)."""
    return _over_time(np.maximum, values) - _over_time(np.minimum, values)


def at_instants(motion: Any, instants: Array) -> Any:
    """A motion at some of its samples."""
    return replace(motion, **{name: x[:, instants] for name, x in _arrays(motion).items() if x.ndim == 3})
