"""Inputs of functions: what they are called, and their units; outputs: whose rows they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.graph.expr import Expr
from linkwright.graph.function import Port
from linkwright.graph.graph import Graph
from linkwright.graph.notes import note
from linkwright.graph.quantity import Quantity
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Parameter

UNITS: Mapping[str, str] = {
    "q": "rad | m",
    "theta": "rad | m",
    "v": "rad/s | m/s",
    "a": "rad/s^2 | m/s^2",
    "j": "rad/s^3 | m/s^3",
    "s": "rad/s^4 | m/s^4",
    "tau": "N m | N",
    "wrench": "N, N m",
    "direction": "rad | m",
    "damping": "1",
    "pose": "m | 1",
    "given": "rad | m",
    "weights": "1/m, 1/rad",
    "rest": "rad | m",
    "gain": "1",
    "twist": "m/s | rad/s",
    "acceleration": "m/s^2 | rad/s^2",
    "slow": "rad/s | m/s",
    "force": "N, N m",
}
_OF_GOALS: Mapping[str, str] = {
    "pose": "pose that the frame should have, as a homogeneous matrix",
    "given": "positions of the joints that are given",
    "weights": "what the errors of position and of rotation are multiplied with",
    "rest": "posture that joints are drawn to as far as the goal allows",
    "twist": "velocity of the frame's origin and angular velocity, in the axes of the base",
    "acceleration": "time derivative of the twist",
    "slow": "Stribeck velocity of each drive",
    "force": "force and moment on the frame, in world axes",
    "gain": "how much of the way to the posture of rest a step goes, 0 to 1",
}
_OF_TREES: Mapping[str, str] = {
    "q": "joint positions",
    "v": "joint velocities",
    "a": "joint accelerations",
    "j": "joint jerks: time derivatives of the accelerations",
    "s": "joint snaps: time derivatives of the jerks",
    "tau": "joint forces",
    "wrench": "external force and moment per frame, in the frame's axes",
    "direction": "direction of the last step: what was found there, or zero",
    "damping": "how much of the direction to follow, 0 to 1",
    **_OF_GOALS,
}
_OF_CLOSED: Mapping[str, str] = {
    "q": "free joint positions",
    "theta": "dependent joint positions, at which the loops are closed",
    "v": "rates of the free joints",
    "a": "accelerations of the free joints",
    "j": "jerks of the free joints: time derivatives of the accelerations",
    "s": "snaps of the free joints: time derivatives of the jerks",
    "tau": "forces in the free joints",
    "wrench": "external force and moment per frame, in the frame's axes",
    "direction": "Newton's direction at theta: what was found there, or zero",
    "damping": "how much of the direction to follow, 0 to 1",
    **_OF_GOALS,
}


def input_labels(robot: Robot, closure: str) -> dict[str, tuple[str, ...]]:
    """Joints of the entries of q, v, ..., as a function takes them; closure: of a closed robot, "tree" takes all joints."""
    whole = robot.tree if closure == "tree" else robot
    named = {
        **dict.fromkeys(("q", "rest"), whole.position_names),
        **dict.fromkeys(("v", "a", "j", "s"), whole.rate_names),
        "tau": robot.rate_names,
    }
    if isinstance(robot, ClosedRobot):
        named |= dict.fromkeys(("theta", "direction"), robot.dependent_position_names)
    return named


def _vector(size: int) -> tuple[int, ...]:
    return (size,)


_SHAPES: Mapping[str, Callable[[int], tuple[int, ...]]] = {
    "wrench": lambda size: (size // 6, 6),
    "damping": lambda size: (),
    "gain": lambda size: (),
    "pose": lambda size: (4, 4) if size == 16 else (size // 16, 4, 4),
    "weights": lambda size: (2,) if size == 2 else (size // 2, 2),
}
"""Inputs that are no vectors."""


def input_port(
    name: str,
    symbols: Sequence[Expr],
    closed: bool,
    labels: tuple[str, ...] = (),
    defaults: tuple[float, ...] | None = None,
) -> Port:
    """A port of q, v, ...; wrenches are rows of six, poses four rows of four, damping is one number."""
    shape = _SHAPES.get(name, _vector)(len(symbols))
    doc = (_OF_CLOSED if closed else _OF_TREES)[name]
    known = labels if len(labels) == len(symbols) else ()
    nodes = tuple(x.index for x in symbols)
    return Port(name, shape, nodes, doc=doc, unit=UNITS[name], labels=known, defaults=defaults)


def parameter_port(graph: Graph, known: Sequence[Parameter]) -> Port:
    """All parameters that are symbols; their values are the defaults where every one has one."""
    values = [p.value for p in known]
    defaults = tuple(float(v) for v in values if v is not None) if all(v is not None for v in values) else None
    return Port(
        "parameters", (len(known),), tuple(graph.symbol(p.name) for p in known),
        doc="model parameters", labels=tuple(p.name for p in known), defaults=defaults,
    )  # fmt: skip


_ELEMENTS = ("tau", "c", "g", "passive", "nle", "a", "dtau", "ddtau", "dg", "ddg")
"""Outputs with an element per degree of freedom, of quantities that have no other output."""


def note_rows(entry: Quantity, name: str, values: Sequence[Expr], joints: Sequence[str], is_matrix: bool) -> None:
    """Say to which joint the rows of a result belong. is_matrix: it has a row per degree of freedom."""
    if entry.needs == "platform" or not (is_matrix or (name in _ELEMENTS and entry.output == name)) or not joints:
        return
    width, rest = divmod(len(values), len(joints))
    if rest == 0 and (is_matrix or width == 1):
        for k, joint in enumerate(joints):
            row = values[k * width : (k + 1) * width]
            note(f"joint {joint}", f"row of {name}" if is_matrix else name, row)
