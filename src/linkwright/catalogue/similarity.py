"""The joint axes on the way to a robot's frame, as the catalogue looks at them: turning and sliding joints in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from linkwright.catalogue.similarity_rows import Line, Table, Vector, placed
from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, number
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree, outermost_beside_loops
from linkwright.mechanics.inverse.masks import in_numbers
from linkwright.mechanics.tree.kinematics import frame_place, last_frame, link_transforms
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import WORLD
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.transform import Transform

if TYPE_CHECKING:
    from linkwright.graph.expr import Scalar
    from linkwright.model.closed_robot import Robot

_FREE_BODY = 6
_SEED = 3


@dataclass(frozen=True)
class Way:
    """The table from `base` (a body that floats, else the world) to `frame`.

    tool:     the pose of the frame in the last row's: at q it is at  table.end(q) tool,  seen from the base
    symbolic: some lengths or angles are parameters without values; the table then has random numbers for them, and what it
              shows holds in general
    """

    frame: str
    base: str
    table: Table
    tool: Vector
    symbolic: bool


def way_of(robot: Robot, frame: str | None = None) -> Way:
    """The way to a frame; by default to the end of the arm, of a robot with loops to the outermost frame beside them."""
    match robot:
        case ClosedRobot():
            frame = frame_beside_loops(robot, frame or outermost_beside_loops(robot))
            tree = parametrised_tree(free_tree(robot)).tree
        case _:
            tree = parametrised_tree(robot).tree
    name = end_of_arm(tree) if frame is None else frame
    end = frame_place(tree, name).link
    path = tree.path(end) if end != BASE else []
    floating = max((k for k, i in enumerate(path, 1) if tree.links[i].nv == _FREE_BODY), default=0)
    base, path = path[floating - 1] if floating else BASE, path[floating:]
    if not path:
        hint = "name another frame (--frame): its joints are looked at"
        raise QuantityError(f"no joint moves '{name}' of '{robot.name}'", robot.source, hint)
    links = [tree.links[i] for i in path]
    _refuse_others(robot, links)
    start = tree.links[base].name if floating else WORLD
    lines, pose = _at_rest(in_numbers(tree, Random(_SEED)), path, base, name)
    table = placed(lines)
    tool = np.linalg.inv(table.end([0.0] * len(path))).astype(np.float64) @ pose
    return Way(name, start, table, tool, _symbolic(links))


def end_of_arm(tree: Tree) -> str:
    """The last frame of the outermost link; where the way to it forks behind its middle, the frame that carries what forks:
    fingers are no part of an arm."""
    last = last_frame(tree)
    end = tree.frames[last].link
    path = tree.path(end) if end != BASE else []
    forks = [k for k, i in enumerate(path, 1) if sum(not tree.links[c].motor for c in tree.children[i]) > 1]
    hand = next((path[k - 1] for k in forks if 2 * k > len(path)), end)
    return [name for name, place in tree.frames.items() if place.link == hand][-1]


def _at_rest(tree: Tree, path: Sequence[int], base: int, frame: str) -> tuple[list[Line], Vector]:
    """Axes and the frame's pose at the rest positions of the joints, as seen from the base."""
    q: list[Scalar] = [0] * tree.nq
    for i in path:
        rest = tree.links[i].joint_type.rest
        q[tree.links[i].iq : tree.links[i].iq + len(rest)] = rest
    at = link_transforms(tree, q, {*path}, {base: Transform()})
    pose = at[path[-1]] @ frame_place(tree, frame).X
    lines = [
        Line(link.joint, link.joint_type.slider, _vector(at[i].R.T[2]), _vector(at[i].p))
        for i, link in ((i, tree.links[i]) for i in path)
    ]
    rows = [_vector([*row, x]) for row, x in zip(pose.R, pose.p, strict=True)]
    return lines, np.array([*rows, [0.0, 0.0, 0.0, 1.0]])


def _vector(v: Iterable[Scalar]) -> Vector:
    return np.array([number(x) for x in v], np.float64)


def _symbolic(links: Sequence[Link]) -> bool:
    entries = (x for k in links for x in (*k.X.p, *chain.from_iterable(k.X.R), k.slide, k.turn))
    return any(isinstance(x, Expr) and symbols_of(x.graph, [x.index]) for x in entries)


def _refuse_others(robot: Robot, links: Sequence[Link]) -> None:
    """Complain about joints that are neither turning nor sliding, and about those that follow others."""
    for link in links:
        row = link.joint_type
        if not row.slider and not (row.about_z and row.single and not row.displaces):
            what = f"joint '{link.joint}' on the way is {link.kind}: chains of the catalogue have turning and sliding joints"
            raise QuantityError(what, robot.source, "name another frame (--frame)")
    follows = next((k.joint for k in links if number(k.ratio) != 1 or number(k.offset) != 0), None)
    shared = [k.joint for k in links if [x.iq for x in links].count(k.iq) > 1]
    if follows or shared:
        what = f"joint '{follows or shared[0]}' on the way does not move by itself: it follows another"
        raise QuantityError(what, robot.source, "name a frame (--frame) before it")
