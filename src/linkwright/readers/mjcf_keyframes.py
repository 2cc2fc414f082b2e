"""Keyframes of MJCF: another pose to start from, where the loops of a model are at a dead point in its own (`qpos0`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Start
from linkwright.model.robot import Note
from linkwright.readers.mjcf_strip import KEYFRAME

_HOME = "home"


def started(robot: Robot, m: Any, mujoco: Any, pose: Callable[[Any], Mapping[str, Start]]) -> Robot:
    """The robot, at a dead point with the start of its keyframe. pose: MuJoCo's qpos -> starts of joints."""
    if not isinstance(robot, ClosedRobot) or not robot.loops or not m.nkey:
        return robot
    from linkwright.model.assembly.dead_point import away_from_dead_point

    key = max(0, int(mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_KEY, _HOME)))
    found = away_from_dead_point(robot, pose(m.key_qpos[key]))
    if found is robot:
        return robot
    name = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_KEY, key) or str(key)
    what = f"the loops are at a dead point at qpos0: their joints start near keyframe '{name}'"
    kept = [n for n in robot.notes if not (n.kind == "ignored" and n.what.startswith(f"<{KEYFRAME}>"))]
    notes = (*kept, Note("assumed", what, robot.source))
    return replace(found, tree=replace(found.tree, notes=notes))
