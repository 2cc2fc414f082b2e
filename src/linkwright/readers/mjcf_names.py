"""Names of things in MuJoCo's compiled model; what has none in the file gets one."""

from __future__ import annotations

from typing import Any

from linkwright.model.robot import WORLD


def name_in(model: Any, mujoco: Any, kind: str, index: int) -> str:
    """The file's name, or one made up: body3, joint1, ..."""
    found = mujoco.mj_id2name(model, _kind(mujoco, kind), index)
    return found or unused_in(model, mujoco, kind, f"{kind}{index}")


def unused_in(model: Any, mujoco: Any, kind: str, name: str) -> str:
    """The name, made longer where the file has it for something else."""
    while mujoco.mj_name2id(model, _kind(mujoco, kind), name) >= 0:
        name += "_"
    return name


def body_name_in(model: Any, mujoco: Any, index: int) -> str:
    """A body by its index: 0 is the world."""
    return WORLD if index == 0 else name_in(model, mujoco, "body", index)


def _kind(mujoco: Any, kind: str) -> Any:
    return getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}")
