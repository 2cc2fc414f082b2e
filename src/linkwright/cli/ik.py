"""`linkwright ik`: where the joints must be for a frame to have a pose; all solutions, as a table or as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.cli.console import console, print_versioned, table
from linkwright.cli.poses_from_text import given_joints, poses_of
from linkwright.errors import QuantityError, counted
from linkwright.inverse.inverse_kinematics import Asked
from linkwright.inverse.wanted import Wanted
from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree, outermost_beside_loops
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.native import ClosedDynamics, OpenDynamics
from linkwright.readers.positions import tree_positions

_SINGULAR = 1e-3
"""Smallest singular value, relative to the largest, below which a solution is called singular."""


def ik_and_report(mechanism: Mechanism, wanted: Wanted, json: bool) -> bool:
    """The command; whether every pose has a solution."""
    match mechanism:
        case OpenRobot():
            found = _of_tree(mechanism, wanted)
        case ClosedRobot(platform=None):
            named = wanted.frame or outermost_beside_loops(mechanism, wanted.base)
            frame = frame_beside_loops(mechanism, named, wanted.base)
            found = _of_tree(free_tree(mechanism), replace(wanted, frame=frame))
        case ClosedRobot(platform=str(platform)):
            found = _of_platform(mechanism, platform, wanted)
        case _:
            hint = "only robots made of links have frames"
            raise QuantityError(f"'{mechanism.name}' has no inverse kinematics", hint=hint)
    if json:
        print_versioned({"name": mechanism.name, **found})
    else:
        _tell(mechanism.name, found)
    return all(pose["count"] for pose in found["poses"])


def _of_tree(robot: OpenRobot, wanted: Wanted) -> dict[str, Any]:
    dyn = OpenDynamics(robot)
    tree = parametrised_tree(robot).tree
    if wanted.base == "world" not in tree.frames:
        wanted = replace(wanted, base=None)
    asked = _asked(wanted)
    frame = wanted.frame or last_frame(tree)
    mask = mask_of(tree, frame, wanted.base, wanted.mask).name
    poses = poses_of(wanted.pose, wanted.pose_file, mask == "position")
    near = tree_positions(robot, wanted.near, "near") if wanted.near else None
    result = dyn.inverse_kinematics(poses, near, **asked)
    told = [_pose(dyn, asked, {name: value[k] for name, value in result.items()}) for k in range(len(poses))]
    names = list(robot.position_names)
    about: dict[str, Any] = {"frame": frame, "mask": mask, "method": dyn.inverse_kinematics_method(**asked)}
    about["given"] = dict(asked.get("given") or {})
    if (tried := dyn.inverse.sampled(near, asked)) is not None:
        about["sampled"] = tried
    on_way = dyn.inverse.on_way(asked)
    about["moving"] = [name for k, name in enumerate(names) if k in on_way]
    return {**about, "joints": names, "poses": told}


def _asked(wanted: Wanted) -> Asked:
    asked: Asked = {}
    if wanted.frame:
        asked["frame"] = wanted.frame
    if wanted.base:
        asked["base"] = wanted.base
    if wanted.mask:
        asked["mask"] = wanted.mask
    if wanted.given:
        asked["given"] = given_joints(wanted.given)
    if wanted.samples is not None:
        asked["samples"] = wanted.samples
    if wanted.limits:
        asked["limits"] = True
    if wanted.turns:
        asked["turns"] = True
    return asked


def _pose(dyn: OpenDynamics, asked: Asked, found: dict[str, Any]) -> dict[str, Any]:
    """What is told of one pose."""
    count, exist = int(found["count"]), np.isfinite(found["residual"])
    rows, errors = found["solutions"][exist], found["residual"][exist]
    solutions = [
        {
            "q": q.tolist(),
            "residual": float(e),
            "beyond": _beyond(dyn, asked, q),
            "conditioning": _conditioning(dyn, asked, q),
        }
        for q, e in zip(rows, errors, strict=True)
    ]
    told: dict[str, Any] = {"count": count, "solutions": solutions}
    if not count:
        told["nearest"] = {"q": found["nearest"].tolist(), "residual": float(found["nearest_residual"])}
    return told


def _beyond(dyn: OpenDynamics, asked: Asked, q: Array) -> list[str]:
    """Joints out of their limits."""
    far = dyn.inverse.ranges_of(asked).beyond(q)
    return [name for name, x in zip(dyn.open_robot.position_names, far, strict=True) if x > 1e-9]


def _conditioning(dyn: OpenDynamics, asked: Asked, q: Array) -> float:
    from linkwright.inverse.follow import conditions

    return float(conditions(dyn.inverse, asked, q)[0])


def _of_platform(robot: ClosedRobot, platform: str, wanted: Wanted) -> dict[str, Any]:
    """Of a parallel robot: joints with motors at a pose of its platform."""
    poses = poses_of(wanted.pose, wanted.pose_file)
    for name in ("base", "mask", "given", "samples", "near", "limits", "turns"):
        if getattr(wanted, name) not in ("", None, False):
            raise QuantityError(f"--{name} is for arms; '{robot.name}' is a parallel robot")
    if wanted.frame not in (None, platform):
        what = f"poses of a parallel robot are those of its platform '{platform}', not of '{wanted.frame}'"
        raise QuantityError(what, hint="leave out --frame")
    place = OpenDynamics(robot.tree).function("inverse_kinematics_solution", frame=platform, mask="pose")
    start = tree_positions(robot.tree, "")
    names = list(robot.actuated)
    told: list[dict[str, Any]] = []
    for pose in poses:
        own = place(pose, start)
        x = own["q"][list(robot.coordinates.free_q)]
        legs = np.atleast_1d(ClosedDynamics(robot).inverse_kinematics(x))
        left = float(own["residual"])
        good = bool(left < 1e-9 and np.isfinite(legs).all())
        row: dict[str, Any] = {"q": legs.tolist(), "residual": left, "beyond": [], "conditioning": None}
        told.append({"count": int(good), "solutions": [row] if good else []})
    return {
        "frame": platform,
        "mask": "pose",
        "given": {},
        "method": "closed_form: platform",
        "joints": names,
        "poses": told,
    }


# --- for people --------------------------------------------------------------------------------------------------------


def _tell(name: str, found: dict[str, Any]) -> None:
    out = console()
    several = len(found["poses"]) > 1
    for k, pose in enumerate(found["poses"]):
        which = f"pose {k + 1}: " if several else ""
        said = counted(pose["count"], "solution") if pose["count"] else "no solution"
        maybe = ", there may be more" if found["method"] == "search" and pose["count"] else ""
        out.print(f"{name}: {which}{said}{maybe} ({found['method']}; {_asked_for(found)})")
        if pose["count"]:
            out.print(_table(found, pose["solutions"]))
        elif "nearest" in pose:
            q = ", ".join(f"{x:.6g}" for x in pose["nearest"]["q"])
            free = " (the joints that were given are free there)" if found["given"] else ""
            out.print(f"out of reach: the least error is {pose['nearest']['residual']:.4g} at q = {q}{free}")
        else:
            out.print("out of reach, or a pose that the platform cannot have")


def _asked_for(found: dict[str, Any]) -> str:
    less = "" if found["mask"] == "pose" else f", mask '{found['mask']}'"
    sampled = [f", {count} values of {name}" for name, count in found.get("sampled", {}).items()]
    return f"frame '{found['frame']}'{less}{''.join(sampled)}"


def _table(found: dict[str, Any], solutions: list[dict[str, Any]]) -> Any:
    """Of the joints that move the frame; the others are zero."""
    joints = found.get("moving", found["joints"])
    shown = [found["joints"].index(name) for name in joints]
    told = solutions[0]["conditioning"] is not None
    columns = ["", *joints, "residual", *(("limits", "conditioning") if told else ())]
    rows = [
        [
            str(k + 1),
            *(f"{round(s['q'][k], 6) + 0.0:.6f}" for k in shown),
            f"{s['residual']:.1e}",
            *(_state(s) if told else ()),
        ]
        for k, s in enumerate(solutions)
    ]
    return table("", columns, rows, [*joints, "residual", "conditioning"])


def _state(solution: dict[str, Any]) -> tuple[str, str]:
    beyond = f"beyond: {', '.join(solution['beyond'])}" if solution["beyond"] else "within"
    size = solution["conditioning"]
    return beyond, "singular" if size < _SINGULAR else f"{size:.3g}"
