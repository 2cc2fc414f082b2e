"""Closed mechanisms of the textbooks, built joint by joint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from tests.support.graph import Scalar, symbol
from tests.support.mechanics import link_transforms
from tests.support.model import COORDINATE, Body, Coupling, Frame, Joint, Loop, Robot, make_robot, parametrised_tree
from tests.support.spatial import IDENTITY, NULL, Inertia, Mat, Transform, Vec, rot_rpy, rot_x, rot_y

Y, X = Vec(0, 1, 0), Vec(1, 0, 0)


def at(x: Scalar, y: Scalar, z: Scalar = 0, R: Mat = IDENTITY) -> Transform:
    return Transform(R, Vec(x, y, z))


def bodies(joints: Sequence[Joint]) -> list[Body]:
    return [Body(j.child, Inertia.about_com(1.0, Vec(0.1, 0, 0), NULL)) for j in joints]


def robot(name: str, joints: Sequence[Joint], frames: Sequence[Frame], loops: Sequence[Loop], **more: object) -> Robot:
    return make_robot(name, bodies(joints), joints, frames=frames, loops=loops, **more)  # type: ignore[arg-type]


def turn(name: str, parent: str, X_parent: Transform = Transform(), axis: Vec = Vec(0, 0, 1)) -> Joint:
    """A revolute joint whose child has the joint's name."""
    return Joint(name, "revolute", parent, f"{name}_link", X_parent, axis)


def slide(name: str, parent: str, X_parent: Transform = Transform(), axis: Vec = Vec(0, 0, 1)) -> Joint:
    return Joint(name, "prismatic", parent, f"{name}_link", X_parent, axis)


FOUR_BAR_START = {"crank": 1.2, "coupler": -0.8, "rocker": 1.9}


def four_bar(
    lengths: Sequence[Scalar] = (4.5, 2, 3, 4), kind: str = "pin", base: Sequence[Joint] = (), **more: object
) -> Robot:
    """Ground, crank, coupler, rocker; a weld closes through a fourth turning link of no length."""
    ground, crank, coupler, rocker = lengths
    foot = base[-1].child if base else "world"
    joints = [
        *base,
        turn("crank", foot),
        turn("coupler", "crank_link", at(crank, 0)),
        turn("rocker", foot, at(ground, 0)),
    ]
    frames = [Frame("tip", "coupler_link", at(coupler, 0)), Frame("end", "rocker_link", at(rocker, 0))]
    if kind == "weld":
        joints.insert(len(base) + 2, turn("cut", "coupler_link", at(coupler, 0)))
        frames[0] = Frame("tip", "cut_link")
    more = {"start": FOUR_BAR_START, "actuated": ["crank"]} | more
    return robot("four_bar", joints, frames, [Loop("loop", kind, "tip", "end")], **more)


def slider_crank(kind: str = "pin") -> Robot:
    """Crank 1, rod 2.5; the block is a joint of the tree (pin) or the closure itself (slider, cylinder)."""
    joints = [turn("crank", "world"), turn("rod", "crank_link", at(1, 0))]
    along = rot_y(math.pi / 2)  # z along the world's x
    start = {"crank": 0.7, "rod": -1.0}
    if kind == "pin":
        joints.append(slide("block", "world", axis=X))
        frames = [Frame("tip", "rod_link", at(2.5, 0)), Frame("seat", "block_link")]
        start["block"] = 3.0
    else:
        joints.append(turn("block", "rod_link", at(2.5, 0)))
        frames = [Frame("tip", "world", at(0, 0, 0, along)), Frame("seat", "block_link", at(0, 0, 0, along))]
        start["block"] = 0.3
    return robot("slider_crank", joints, frames, [Loop("loop", kind, "tip", "seat")], start=start, actuated=["crank"])


def five_bar(**more: object) -> Robot:
    joints = [
        turn("left", "world"),
        turn("left2", "left_link", at(2.9, 0)),
        turn("right", "world", at(5.5, 0)),
        turn("right2", "right_link", at(3.1, 0)),
    ]
    frames = [Frame("a", "left2_link", at(4, 0)), Frame("b", "right2_link", at(4.5, 0))]
    more = {"start": {"left": 1.3, "left2": -0.5, "right": 1.6, "right2": 1.2}, "actuated": ["left", "right"]} | more
    return robot("five_bar", joints, frames, [Loop("loop", "pin", "a", "b")], **more)


def six_bar() -> Robot:
    """A four-bar whose rocker drives a second one; the second loop comes first in the file."""
    joints = [
        turn("crank", "world"),
        turn("coupler", "crank_link", at(2, 0)),
        turn("rocker", "world", at(4.5, 0)),
        turn("coupler2", "rocker_link", at(2, 0)),
        turn("rocker2", "world", at(9, 0)),
    ]
    frames = [
        Frame("tip", "coupler_link", at(3, 0)),
        Frame("end", "rocker_link", at(4, 0)),
        Frame("tip2", "coupler2_link", at(4, 0)),
        Frame("end2", "rocker2_link", at(3, 0)),
    ]
    loops = [Loop("second", "pin", "tip2", "end2"), Loop("first", "pin", "tip", "end")]
    start = FOUR_BAR_START | {"coupler2": -1.3, "rocker2": 1.8}
    return robot("six_bar", joints, frames, loops, start=start, actuated=["crank"])


def spatial_four_bar(
    lengths: Sequence[float], twists: Sequence[float], start: Sequence[float] = (), **more: object
) -> Robot:
    """Axes 1 to 4, each on the one before by Tx(a) Rx(alpha); the last pair leads back to the ground."""
    steps = [Transform(rot_x(t), Vec(a, 0, 0)) for a, t in zip(lengths, twists, strict=True)]
    joints = [turn("j1", "world"), turn("j2", "j1_link", steps[0]), turn("j3", "j2_link", steps[1])]
    frames = [Frame("last", "j3_link", steps[2]), Frame("ground", "world", steps[3].inverse)]
    begin = dict(zip(("j1", "j2", "j3"), start, strict=False))
    return robot("spatial", joints, frames, [Loop("loop", "pin", "last", "ground")], start=begin, **more)


def bennett() -> Robot:
    """Opposite lengths and twists equal, sin(alpha) / a = sin(beta) / b."""
    alpha, beta = 0.7, 1.9
    a, b = math.sin(alpha), math.sin(beta)
    return spatial_four_bar((a, b, a, b), (alpha, beta, alpha, beta))


def spherical_four_bar() -> Robot:
    return spatial_four_bar((0, 0, 0, 0), (0.6, 1.1, 0.9, 1.3))


def sarrus() -> Robot:
    """Two chains of three parallel hinges; the platform goes straight up."""
    joints = [
        turn("a1", "world", at(1, 0), Y),
        turn("a2", "a1_link", at(0, 0, 1), Y),
        turn("a3", "a2_link", at(0, 0, 1), Y),
        turn("b1", "world", at(0, 1), X),
        turn("b2", "b1_link", at(0, 0, 1), X),
    ]
    along = rot_y(math.pi / 2)
    frames = [Frame("tip", "b2_link", at(0, 0, 1, along)), Frame("edge", "a3_link", at(-1, 1, 0, along))]
    start = {"a1": 0.6, "a2": -1.2, "a3": 0.6, "b1": -0.6, "b2": 1.2}
    return robot("sarrus", joints, frames, [Loop("loop", "pin", "tip", "edge")], start=start)


def planar_3rrr(**more: object) -> Robot:
    joints = [
        slide("px", "world", axis=X),
        slide("py", "px_link", axis=Y),
        turn("phi", "py_link"),
    ]
    frames, loops, start = [], [], {"px": 0.02, "py": 0.05, "phi": 0.1}
    for k in range(3):
        angle = 2 * math.pi * k / 3
        c, s = math.cos(angle), math.sin(angle)
        joints += [
            turn(f"a{k}", "world", at(0.8 * c, 0.8 * s, 0, rot_rpy(0, 0, angle))),
            turn(f"b{k}", f"a{k}_link", at(0.6, 0)),
        ]
        frames += [Frame(f"tip{k}", f"b{k}_link", at(0.5, 0)), Frame(f"corner{k}", "phi_link", at(0.25 * c, 0.25 * s))]
        loops.append(Loop(f"leg{k}", "pin", f"tip{k}", f"corner{k}"))
        start |= {f"a{k}": 2.3, f"b{k}": 1.9}
    more = {"platform": "phi_link", "actuated": ["a0", "a1", "a2"], "start": start} | more
    return robot("3-RRR", joints, frames, loops, **more)


def hexapod(**more: object) -> Robot:
    """6-UPS with a platform on six virtual joints."""
    joints = [
        slide("px", "world", axis=X),
        slide("py", "px_link", axis=Y),
        slide("pz", "py_link"),
        turn("rx", "pz_link", axis=X),
        turn("ry", "rx_link", axis=Y),
        turn("rz", "ry_link"),
    ]
    frames, loops = [], []
    start = {"px": 0.02, "py": -0.03, "pz": 0.5, "rx": 0.1, "ry": -0.05, "rz": 0.2}
    for k in range(6):
        foot, head = math.pi / 3 * k, 2 * math.pi / 3 * (k // 2) + (0.3 if k % 2 else -0.3)
        joints += [
            Joint(
                f"u{k}",
                "universal",
                "world",
                f"u{k}_link",
                at(0.8 * math.cos(foot), 0.8 * math.sin(foot)),
                axis=X,
                axis2=Y,
            ),
            slide(f"s{k}", f"u{k}_link"),
        ]
        corner = at(0.35 * math.cos(head), 0.35 * math.sin(head))
        frames.append(Frame(f"corner{k}", "rz_link", corner))
        loops.append(Loop(f"leg{k}", "point", f"s{k}", f"corner{k}"))
        start[f"s{k}"] = 0.8
    more = {"platform": "rz_link", "actuated": [f"s{k}" for k in range(6)], "start": start} | more
    return robot("6-UPS", joints, frames, loops, **more)


def geared(ratio: float = -2.0) -> Robot:
    joints = [turn("a", "world"), turn("b", "world", at(1, 0)), turn("c", "b_link", at(1, 0))]
    qa, qb = symbol(COORDINATE.format("a")), symbol(COORDINATE.format("b"))
    couplings = [Coupling("gear", "b", ratio * qa + 0.3), Coupling("bent", "c", qb * qb)]
    return robot("geared", joints, [], [], couplings=couplings)


def ball_rod(**more: object) -> Robot:
    """Two cranks on crossed shafts, joined by a rod between two balls (RSSR): the rod may spin."""
    joints = [
        turn("crank", "world"),
        Joint("ball", "spherical", "crank_link", "rod", at(1, 0)),
        turn("lever", "world", at(3, 0.5), X),
    ]
    frames = [Frame("rod_end", "rod", at(2.4, 0)), Frame("lever_end", "lever_link", at(0, 1.5, 0))]
    more = {"actuated": ["crank"], "start": {"crank": 0.4, "lever": 0.8}} | more
    return robot("ball_rod", joints, frames, [Loop("loop", "point", "rod_end", "lever_end")], **more)


def pose_of(robot: Robot, q: Sequence[float], body: str) -> Transform:
    """A body in the world, by products of transforms."""
    tree = parametrised_tree(robot.tree).tree
    place = tree.frames[body]
    return link_transforms(tree, list(q))[place.link] @ place.X


FLOATING = Joint("root", "floating", "world", "root_link")
PARALLELOGRAM = {"crank": 1.2, "coupler": -1.2, "rocker": 1.2}

#                    mobility: true, Kutzbach's count, by screws
TEXTBOOK = {
    "four_bar": (four_bar, 1, -2, 1),
    "four_bar_weld": (lambda: four_bar(kind="weld"), 1, -2, 1),
    "four_bar_point": (lambda: four_bar(kind="point"), 1, 0, 1),
    "parallelogram": (lambda: four_bar((4, 2, 4, 2), start=PARALLELOGRAM), 1, -2, 1),
    "slider_crank": (slider_crank, 1, -2, 1),
    "slider_crank_slider": (lambda: slider_crank("slider"), 1, -2, 1),
    "slider_crank_cylinder": (lambda: slider_crank("cylinder"), 1, -1, 1),
    "five_bar": (five_bar, 2, -1, 2),
    "six_bar": (six_bar, 1, -5, 1),
    "bennett": (bennett, 1, -2, -2),
    "sarrus": (sarrus, 1, 0, 1),
    "spherical_four_bar": (spherical_four_bar, 1, -2, 1),
    "3-RRR": (planar_3rrr, 3, -6, 3),
    "6-UPS": (hexapod, 6, 6, 6),
    "floating_four_bar": (lambda: four_bar(base=[FLOATING]), 7, 4, 7),
    "gears": (geared, 1, 1, 1),
    "ball_rod": (ball_rod, 2, 2, 2),
}


@cache
def textbook(name: str) -> Robot:
    """One robot per name, so that what is found out about it is found out once."""
    return TEXTBOOK[name][0]()
