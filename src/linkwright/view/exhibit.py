"""A robot that a page shows, with its motion: the other side of studio/src/player/given.ts."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, suggestion
from linkwright.graph.expr import floats
from linkwright.model.closed_robot import Robot
from linkwright.view.looks.dress import Dress
from linkwright.view.module import module_of
from linkwright.view.shown import Shown, origin_of, shown


class Moving(Protocol):
    """Positions along time: a simulated Motion, or samples of a trajectory. Of a closed robot all joints, or the free ones."""

    @property
    def t(self) -> Array:
        """Instants."""
        ...

    @property
    def q(self) -> Array:
        """A row of positions per instant."""
        ...


@dataclass(frozen=True)
class Exhibit:
    """frame: whose way is drawn; by default the platform, else the robot's last one."""

    robot: Robot
    motion: Moving | None = None
    title: str = ""
    frame: str = ""
    dress: Dress = field(default_factory=Dress)

    @cached_property
    def _shown(self) -> Shown:
        return shown(self.robot, self._frame)

    @property
    def _frame(self) -> str:
        return self.frame or self.robot.tree.end_effector or ""

    @cached_property
    def program(self) -> str:
        """A module of JavaScript that puts `place`, and `close` of a closed robot, where the player finds them."""
        placing, solvers = self._shown.scene.placing(), self._shown.solvers
        names = ", ".join(["place", *(x.name for x in solvers)])
        made = module_of([placing], "robot", solvers)
        return f"{made}\n(globalThis.linkwrightPrograms ??= []).push({{ {names} }});\n"

    @cached_property
    def written(self) -> dict[str, Any]:
        """What the player is told of it, for JSON."""
        shapes: dict[str, list[Any]] = {}
        for shape in self.dress.shapes:
            shapes.setdefault(shape.body, []).append(shape.tree())
        traced, gravity = self._traced(), self._shown.scene.robot.gravity
        drawn: dict[str, Any] = {
            "gravity": floats(gravity),
            "frames": {name: {} for name in traced},
            "studio": {"shapes": shapes},
        }
        return {
            "title": self.title or self.robot.name,
            "layout": {**self._shown.layout, "notes": list(self.dress.notes)},
            "data": {**drawn, **(self._shown.document or {})},
            "loops": list(self._shown.loops),
            "traced": [f"frames/{name}" for name in traced],
            "motion": self._motion(),
            "meshes": {name: base64.b64encode(data).decode() for name, data in self.dress.meshes.items()},
        }

    def _traced(self) -> list[str]:
        known = [name for kind, name in self._shown.scene.names if kind == "frame"]
        if not self._frame:
            return known[-1:]
        if origin_of(self._frame) in known:
            return [origin_of(self._frame)]
        if self._frame not in known:
            hint = suggestion(self._frame, known, f"one of: {', '.join(known)}")
            raise InputError(f"robot '{self.robot.name}' has no frame '{self._frame}'", hint=hint)
        return [self._frame]

    def _motion(self) -> dict[str, str] | None:
        if self.motion is None:
            return None
        t, q = np.asarray(self.motion.t, dtype=float), np.asarray(self.motion.q, dtype=float)
        if t.ndim != 1 or q.ndim != 2 or len(t) != len(q) or not len(t):
            raise InputError("the motion has not one row of positions per instant", hint="t: (N,), q: (N, positions)")
        q = self._shown.whole(q)
        if not (np.isfinite(t).all() and np.isfinite(q).all()):
            raise InputError("the motion has positions that are no numbers")
        return {"t": _packed(t - t[0]), "q": _packed(q)}


def _packed(x: Array) -> str:
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()
