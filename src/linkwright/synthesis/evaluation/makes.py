"""Makes: of which tube and with which motor a candidate is built, where a task lets choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.synthesis.task import Task
    from linkwright.synthesis.task.parts import Motor


@dataclass(frozen=True)
class Make:
    """values: parameters of the model; motor: at every joint that turns, None: any that is strong enough."""

    values: tuple[tuple[str, float], ...] = ()
    motor: Motor | None = None


def makes(task: Task, names: Sequence[str]) -> tuple[Make, ...]:
    """Every tube with every motor of a task; names: parameters of the model. One where there is nothing to choose."""
    tubes = task.design.tubes if "tube_radius" in names else ()
    found: list[Make] = []
    for tube, motor in product(tubes or (None,), task.design.motors or (None,)):
        values = {} if tube is None else {"tube_radius": tube[0] / 2, "tube_wall": tube[1]}
        values |= {} if motor is None else {"joint_mass": motor.mass, "joint_inertia": motor.inertia}
        found.append(Make(tuple((name, value) for name, value in values.items() if name in names), motor))
    return tuple(found)
