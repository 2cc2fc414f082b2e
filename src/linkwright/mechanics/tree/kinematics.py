"""Forward kinematics of every frame, and Jacobians.  Featherstone 2008, chapter 4; Siciliano et al. 2009, chapter 3."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, number, symbol_name
from linkwright.graph.notes import note
from linkwright.graph.quantity import Quantity
from linkwright.graph.values import named
from linkwright.model.joint_motion import turned_by
from linkwright.model.parameters import joint_place
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.matrix import unit_length
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Scalars, Vec

Key = TypeVar("Key", bound=Hashable)

REFERENCES = ("local_world_aligned", "world", "local")
_ROUNDING = 1e-15


def last_frame(tree: Tree) -> str:
    """The frame a user means who names none: of a parallel robot its platform, else the last one on the last link of the arm;
    motors are no part of it."""
    if tree.end_effector in tree.frames:
        return str(tree.end_effector)
    on_arm = (p.link for p in tree.frames.values() if p.link == BASE or not tree.links[p.link].motor)
    end = max(on_arm, default=BASE)
    return [name for name, place in tree.frames.items() if place.link == end][-1]


def frame_told(tree: Tree, entry: Quantity, frame: str | None) -> dict[str, str]:
    """Which frame a quantity speaks of, as a fact that headers show; nothing for quantities of none, or of all."""
    if "frame" not in entry.options or (frame is None and entry.every_frame):
        return {}
    return {"frame": last_frame(tree) if frame is None else str(frame)}


def _frames_near(name: str, known: list[str]) -> str:
    from difflib import get_close_matches  # only needed to explain a mistake

    near = get_close_matches(name, known, 1, 0.6)
    listed = f"frames: {', '.join(known[:12])}{' ...' if len(known) > 12 else ''}"
    return f"did you mean '{near[0]}'? Otherwise {listed}" if near else listed


def frame_place(tree: Tree, frame: str | None) -> Place:
    """The link that carries a frame, and the frame's place on it."""
    name = frame if frame is not None else last_frame(tree)
    if name not in tree.frames:
        raise QuantityError(f"there is no frame '{name}'", hint=_frames_near(name, list(tree.frames)))
    return tree.frames[name]


def link_transforms(
    tree: Tree, q: Scalars, needed: set[int] | None = None, start: Mapping[int, Transform] | None = None
) -> dict[int, Transform]:
    """X_world_link of the needed links (all by default); start: where some other link is, to be seen from there.

    Joints of parallel axes that follow each other turn by the sum of their angles: one product with what is before them.
    """
    at: dict[int, Transform] = {BASE: Transform(), **(start or {})}
    # rotation before a run of parallel axes, their angle and constant turn
    spun: dict[int, tuple[Mat, Scalar, Scalar]] = {}
    for i, link in tree.outward():
        if needed is not None and i not in needed:
            continue
        inner = at[link.parent]
        if not link.joint_type.spins:
            at[i] = inner @ link.pose(q).whole
            _note_pose(link, at[i])
            continue
        parallel = link.parent in spun and link.X.R == IDENTITY
        before, angle, turn = spun[link.parent] if parallel else (inner.R @ link.X.R, 0, 0)
        spun[i] = before, angle + link.coordinate(q), turn + link.turn
        at[i] = Transform(before @ turned_by(*spun[i][1:]), inner.p + inner.R.apply(link.pose(q).whole.p))
        _note_pose(link, at[i])
    return at


def _note_pose(link: Link, X: Transform) -> None:
    note(f"link {link.name}", "rotation", X.R)
    note(f"link {link.name}", "position", X.p)


def forward_kinematics(tree: Tree, q: Scalars, frames: list[str] | None = None) -> list[list[list[Scalar]]]:
    """Homogeneous 4x4 pose of each frame in the world."""
    names = frames if frames is not None else list(tree.frames)
    places = [frame_place(tree, name) for name in names]
    needed = {j for p in places for j in tree.path(p.link)}
    at = link_transforms(tree, q, needed)
    return [(at[p.link] @ p.X).matrix() for p in places]


def jacobian(
    tree: Tree, q: Scalars, frame: str | None = None, reference: str = "local_world_aligned"
) -> list[list[Scalar]]:
    """Geometric Jacobian, 6 x nv, rows linear then angular velocity of the frame.

    local_world_aligned: velocity of the frame's origin, in world axes; world: of the point at the world's origin; local: in the
    frame's own axes.
    """
    if reference not in REFERENCES:
        raise QuantityError(f"unknown reference '{reference}'", hint=f"one of: {', '.join(REFERENCES)}")
    place = frame_place(tree, frame)
    columns: list[list[Scalar]] = [[0] * 6 for _ in range(tree.nv)]
    if place.link != BASE:
        screws = _local_screws(tree, q, place) if reference == "local" else _world_screws(tree, q, place, reference)
        joints = {k: link.joint for link in tree.links for k in link.rates}
        for k, linear, angular in screws:
            columns[k] = [old + new for old, new in zip(columns[k], (*linear, *angular), strict=True)]
            note(f"joint {joints[k]}", "column of the Jacobian", columns[k])
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in range(6)]


def _world_screws(tree: Tree, q: Scalars, place: Place, reference: str) -> list[tuple[int, Vec, Vec]]:
    """Axes in world axes: those of a joint at r before the frame's origin (or before the world's), r summed up on the way."""
    path = tree.path(place.link)
    at = link_transforms(tree, q, set(path))
    r = at[place.link].R.apply(place.X.p)
    screws: list[tuple[int, Vec, Vec]] = []
    for j in reversed(path):
        X, link = at[j], tree.links[j]
        lever = -X.p if reference == "world" else r
        for k, (linear, angular) in link.axes:
            w = X.R.apply(angular)
            screws.append((k, X.R.apply(linear) + w.cross(lever), w))
        r = at[link.parent].R.apply(link.pose(q).whole.p) + r
    return screws


def _local_screws(tree: Tree, q: Scalars, place: Place) -> list[tuple[int, Vec, Vec]]:
    """Axes in the frame's own axes, carried inward-out: each joint sees the frame through the joints behind it."""
    frame = place.X
    screws: list[tuple[int, Vec, Vec]] = []
    for j in reversed(tree.path(place.link)):
        link = tree.links[j]
        for k, (linear, angular) in link.axes:
            screws.append((k, frame.R.apply_T(linear + angular.cross(frame.p)), frame.R.apply_T(angular)))
        frame = link.pose(q).whole @ frame
    return screws


def joint_transforms(tree: Tree, q: Scalars) -> list[list[list[Scalar]]]:
    """Per joint that moves, mimic joints included: its child's frame in the frame of the body that the joint before it moves
    (in the world for the first), as a homogeneous 4x4 matrix.

    Fixed joints are merged, so the product along a chain is the pose of its last body; a joint of two axes has one matrix.
    """
    moves: list[Transform] = []
    for i, link in tree.outward():
        own = link_move(tree, link, q)
        half = link.parent != BASE and link.parent == i - 1 and tree.links[i - 1].joint == link.joint
        if half:
            own = moves.pop() @ own
        moves.append(own)
    return [X.matrix() for X in moves]


def link_move(tree: Tree, link: Link, q: Scalars) -> Transform:
    """The body's frame (as the file has it) in the body's frame of the parent link."""
    before = link.X if link.parent == BASE else tidy(joint_place(tree, tree.links[link.parent]).inverse @ link.X)
    own = replace(link, X=Transform()).pose(q).whole
    return before @ own @ joint_place(tree, link)


def tidy(X: Transform) -> Transform:
    """Without what rounding left of zeros."""
    return X.map(lambda x: 0 if isinstance(n := number(x), float) and abs(n) < _ROUNDING else x)


def coordinate_rates(tree: Tree, q: Scalars, v: Scalars) -> list[Scalar]:
    """dq/dt as a function of q and v: the same for one-axis joints, quaternion and planar kinematics otherwise."""
    result: list[Scalar] = [0] * tree.nq
    for link in tree.links:
        row, i, k = link.joint_type, link.iq, link.iv
        result[i : i + row.nq] = row.coordinate_rates(q[i : i + row.nq], v[k : k + row.nv])
    return result


def moving_symbols(tree: Tree, q: Scalars, v: Scalars, *inputs: Scalars) -> dict[str, Scalar]:
    """Symbol -> its time derivative: positions by the rates v of the tree, each of the inputs by the next one."""
    found = named(q, coordinate_rates(tree, q, v))
    for these, those in pairwise(inputs):
        found |= named(these, those)
    return found


def position_seeds(tree: Tree, q: Scalars, ways: Mapping[Key, Scalars]) -> dict[str, dict[Key, Scalar]]:
    """Symbol of a position -> direction -> its rate of change; ways: rates of the tree that make a direction."""
    seeds: dict[str, dict[Key, Scalar]] = {symbol_name(x): {} for x in q}
    for key, v in ways.items():
        for x, rate in zip(q, coordinate_rates(tree, q, v), strict=True):
            seeds[symbol_name(x)][key] = rate
    return seeds


def normalised(tree: Tree, q: Sequence[Scalar]) -> list[Scalar]:
    """Quaternions (and cosine and sine of planar joints) of length one again."""
    result = list(q)
    for own in tree.unit_spans:
        result[own] = unit_length(q[own])
    return result


def wrench_torques(tree: Tree, q: Scalars, wrench: Scalars) -> list[Scalar]:
    """J' w of the frames at which external wrenches act."""
    tau: list[Scalar] = [0] * tree.nv
    for n, frame in enumerate(tree.wrenches):
        J = jacobian(tree, q, frame, "local")
        for k in range(tree.nv):
            for r in range(6):
                tau[k] = tau[k] + J[r][k] * wrench[6 * n + r]
    return tau
