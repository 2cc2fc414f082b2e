"""Small closed mechanisms for tests, built through the Python API."""

from __future__ import annotations

import math

from tests.support.graph import symbol
from tests.support.model import COORDINATE, Body, Coupling, Frame, Joint, Loop, Robot, make_robot
from tests.support.spatial import Inertia, Mat, Transform, Vec

_TENSOR = Mat(Vec(0.02, 0.001, 0), Vec(0.001, 0.03, 0.002), Vec(0, 0.002, 0.04))


def body(name: str, mass: float, x: float, y: float = 0.0, z: float = 0.0) -> Body:
    return Body(name, Inertia.about_com(mass, Vec(x, y, z), _TENSOR))


def at(x: float, y: float = 0.0, z: float = 0.0) -> Transform:
    return Transform(p=Vec(x, y, z))


def fourbar(l1: float = 4.5, l2: float = 2.0, l3: float = 3.0, l4: float = 4.0) -> Robot:
    """Crank, coupler, rocker in the x-y plane; gravity along -y."""
    return make_robot(
        "fourbar",
        [body("crank", 1.1, l2 / 2, 0.1), body("coupler", 1.5, l3 / 2, -0.2), body("rocker", 1.9, l4 / 2, 0.3)],
        [
            Joint("j1", "revolute", "world", "crank"),
            Joint("j2", "revolute", "crank", "coupler", at(l2)),
            Joint("j3", "revolute", "world", "rocker", at(l1)),
        ],
        frames=[Frame("end", "coupler", at(l3)), Frame("top", "rocker", at(l4))],
        gravity=Vec(0, -9.81, 0),
        loops=[Loop("pin", "pin", "end", "top")],
        actuated=["j1"],
        start=_fourbar_start(l1, l2, l3, l4) if l1 < 5 else {},
    )


def _fourbar_start(l1: float, l2: float, l3: float, l4: float) -> dict[str, float]:
    """The upper assembly at a crank angle of 1.2, by the law of cosines."""
    q1 = 1.2
    x, y = l2 * math.cos(q1), l2 * math.sin(q1)
    d = math.hypot(l1 - x, y)
    slope = math.atan2(-y, l1 - x)
    inner = math.acos((d * d + l3 * l3 - l4 * l4) / (2 * d * l3))
    outer = math.acos((d * d + l4 * l4 - l3 * l3) / (2 * d * l4))
    return {"j1": q1, "j2": slope + inner - q1, "j3": math.pi + slope - outer}


def slider_crank(crank: float = 1.0, rod: float = 2.5) -> Robot:
    """Crank at the origin, rod, piston along x."""
    q1 = 0.7
    s = crank * math.sin(q1) / rod
    return make_robot(
        "slider_crank",
        [body("crank", 1.2, crank / 2), body("rod", 0.8, rod / 2), body("piston", 2.0, 0.0)],
        [
            Joint("j1", "revolute", "world", "crank"),
            Joint("j2", "revolute", "crank", "rod", at(crank)),
            Joint("slide", "prismatic", "world", "piston", axis=Vec(1, 0, 0)),
        ],
        frames=[Frame("end", "rod", at(rod))],
        gravity=Vec(0, -9.81, 0),
        loops=[Loop("wrist", "pin", "end", "piston")],
        actuated=["j1"],
        start={"j1": q1, "j2": -q1 - math.asin(s), "slide": crank * math.cos(q1) + rod * math.sqrt(1 - s * s)},
    )


def quick_return(crank: float = 0.3, below: float = 1.0) -> Robot:
    """A block on the crank's pin slides along a rocker that turns about a point below the crank: both ends of the loop move."""
    q1 = 0.7
    rocker = math.atan2(crank * math.sin(q1) + below, crank * math.cos(q1))
    along = Mat(Vec(0, 0, 1), Vec(1, 0, 0), Vec(0, 1, 0))
    return make_robot(
        "quick_return",
        [body("crank", 1.2, crank / 2), body("block", 0.4, 0.02), body("rocker", 2.0, 0.6)],
        [
            Joint("j1", "revolute", "world", "crank"),
            Joint("j2", "revolute", "crank", "block", at(crank)),
            Joint("j3", "revolute", "world", "rocker", at(0, -below)),
        ],
        frames=[Frame("bar", "rocker", Transform(along, Vec(0.5, 0, 0))), Frame("bore", "block", Transform(along))],
        gravity=Vec(0, -9.81, 0),
        loops=[Loop("guide", "slider", "bar", "bore")],
        actuated=["j1"],
        start={"j1": q1, "j2": rocker - q1, "j3": rocker},
    )


def geared(ratio: float = -2.0) -> Robot:
    """Two hinges on the ground, the second geared to the first."""
    return make_robot(
        "geared",
        [body("first", 1.0, 0.4), body("second", 1.3, 0.3)],
        [Joint("a", "revolute", "world", "first"), Joint("b", "revolute", "world", "second", at(1.0))],
        gravity=Vec(0, -9.81, 0),
        couplings=[Coupling("gear", "b", ratio * symbol(COORDINATE.format("a")) + 0.3)],
        actuated=["a"],
    )


def hexapod() -> Robot:
    """A platform on six legs: a floating body, universal joints with sliders on the ground, balls on the platform."""
    bodies = [body("platform", 3.0, 0.0, 0.02, 0.05)]
    joints = [Joint("pose", "floating", "world", "platform")]
    frames: list[Frame] = []
    loops: list[Loop] = []
    for k in range(6):
        a, b = (math.radians(x[k]) for x in ((-10, 10, 110, 130, 230, 250), (-50, 50, 70, 170, 190, 290)))
        bodies += [body(f"tube{k}", 1.0, 0, 0, 0.2), body(f"rod{k}", 0.5, 0, 0, -0.2)]
        foot = at(math.cos(a), math.sin(a))
        joints.append(Joint(f"u{k}", "universal", "world", f"tube{k}", foot, Vec(1, 0, 0), Vec(0, 1, 0)))
        joints.append(Joint(f"s{k}", "prismatic", f"tube{k}", f"rod{k}"))
        frames.append(Frame(f"p{k}", "platform", at(0.6 * math.cos(b), 0.6 * math.sin(b))))
        loops.append(Loop(f"leg{k}", "point", f"rod{k}", f"p{k}"))
    sliders = [f"s{k}" for k in range(6)]
    return make_robot(
        "hexapod", bodies, joints, frames=frames, loops=loops, actuated=sliders, start=dict.fromkeys(sliders, 1.2)
    )


def start_of(robot: Robot) -> list[float]:
    """Positions of the tree that the file gives; a floating body half a metre up and nearly level."""
    q: list[float] = []
    for joint in robot.joints.values():
        if joint.type == "floating":
            q += [0.05, 0.0, 1.1, 0.0, 0.05, 0.1, 1.0]
        else:
            q += [float(robot.start.get(joint.name, 0.0))] + [0.0] * (joint.nq - 1) if joint.nq else []  # type: ignore[arg-type]
    return q
