"""What acts in the joints of a tree during a run: inputs, motions that joints must follow, stops at limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.errors import InputError, suggestion
from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr, Scalar, apply
from linkwright.model.elements import Element, freedoms
from linkwright.model.robot import OpenRobot
from linkwright.model.tree import Tree
from linkwright.studio.desk.setup import Input, Setup, Stops
from linkwright.view.symbols import TIME, Symbols

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Driven:
    """A joint that follows a formula of time. position, rate, acceleration: the formula and its derivatives."""

    joint: str
    position: Expr
    rate: Expr
    acceleration: Expr


@dataclass
class Acting:
    """Per degree of freedom: forces of inputs and of stops; driven: those that follow a formula, by index in v.

    potential: energy in the stops' springs; loss: power of what the stops' dampers do, never above zero
    felt:      joints by name -> limits that act
    """

    tau: list[Scalar]
    stop: list[Scalar]
    driven: dict[int, Driven] = field(default_factory=dict[int, Driven])
    potential: Scalar = 0
    loss: Scalar = 0
    felt: dict[str, tuple[float | None, float | None]] = field(
        default_factory=dict[str, tuple[float | None, float | None]]
    )


def signals_of(setup: Setup) -> tuple[str, ...]:
    """Columns that inputs want, each once."""
    return tuple(dict.fromkeys(x.formulas["signal"] for x in setup.inputs if x.kind == "signal"))


def acting_on(robot: OpenRobot, tree: Tree, x: Symbols, setup: Setup, names: Mapping[str, Scalar]) -> Acting:
    """Everything that a run adds to a tree; names: what formulas of the state may use."""
    found = Acting([0] * tree.nv, [0] * tree.nv)
    elements = {e.name: e for e in freedoms(robot)}
    for given in setup.inputs:
        element = _driven_element(robot, elements, given)
        if given.kind == "motion":
            found.driven[element.index] = _follow(element, given, x)
        else:
            found.tau[element.index] = _force(element, given, x, {**names, **x.formula_names}, robot)
    if setup.stops is not None:
        _add_stops(found, robot, tree, x, setup.stops)
    return found


def _driven_element(robot: OpenRobot, elements: Mapping[str, Element], given: Input) -> Element:
    if given.name in elements:
        return elements[given.name]
    joint = robot.joints.get(given.name)
    if joint is not None and joint.mimic:
        what = f"'{given.name}' follows '{joint.mimic.joint}' and cannot have an input of its own"
        raise InputError(what, given.where, f"give the input to '{joint.mimic.joint}'")
    own = [e.name for e in elements.values() if e.joint.name == given.name]
    if own:
        raise InputError(
            f"joint '{given.name}' has {len(own)} degrees of freedom", given.where, f"one of: {', '.join(own)}"
        )
    what = f"there is no joint '{given.name}' that could be driven"
    raise InputError(what, given.where, suggestion(given.name, elements, f"joints: {', '.join(list(elements)[:20])}"))


def _follow(element: Element, given: Input, x: Symbols) -> Driven:
    if element.joint.nv != 1:
        what = f"joint '{element.joint.name}' cannot follow a motion: it has {element.joint.nv} degrees of freedom"
        raise InputError(what, given.where, "give it a force, or drive a joint of one degree of freedom")
    position = x.formula(given.formulas["position"], f"{given.where}/position")
    one = x.graph.number(1)
    rate = directional(x.graph, [position.index], {TIME: one})[0]
    acceleration = directional(x.graph, [rate], {TIME: one})[0]
    return Driven(element.joint.name, position, Expr(x.graph, rate), Expr(x.graph, acceleration))


def _force(element: Element, given: Input, x: Symbols, names: Mapping[str, Scalar], robot: OpenRobot) -> Scalar:
    if given.kind == "signal":
        return x["signals"][x.signals.index(given.formulas["signal"])]
    if given.kind == "formula":
        return x.formula(given.formulas["force"], f"{given.where}/force", names)
    if element.joint.nq != 1:
        what = f"joint '{element.joint.name}' has no one position that a target could be compared with"
        raise InputError(what, given.where, "give it a formula instead")
    iq = robot.offsets[element.joint.name][0]
    target, stiffness, damping = (
        x.formula(given.formulas[word], f"{given.where}/{word}") for word in ("target", "stiffness", "damping")
    )
    return stiffness * (target - x["q"][iq]) - damping * x["v"][element.index]


# --- stops ---------------------------------------------------------------------------------------------------------------


def _add_stops(found: Acting, robot: OpenRobot, tree: Tree, x: Symbols, stops: Stops) -> None:
    """A spring and a damper beyond each limit, which push and never pull."""
    q, v = x["q"], x["v"]
    for link in tree.links:
        joint = robot.joints[link.joint]
        limits = joint.limits
        if joint.joint_type.nv != 1 or (limits.lower is None and limits.upper is None):
            continue
        found.felt[joint.name] = (limits.lower, limits.upper)
        at, rate = link.coordinate(q), link.ratio * v[link.iv]
        for bound, way in ((limits.upper, 1), (limits.lower, -1)):
            if bound is None:
                continue
            beyond, outward = (at - bound) * way, rate * way
            force, energy, loss = _stop(beyond, outward, stops)
            found.stop[link.iv] = found.stop[link.iv] - link.ratio * way * force
            found.potential = found.potential + energy
            found.loss = found.loss + loss


def _stop(beyond: Scalar, rate: Scalar, stops: Stops) -> tuple[Scalar, Scalar, Scalar]:
    """Force inward, energy of the spring, power of all but the spring; beyond: how far past the limit; rate: outward."""
    depth = apply("max", beyond, 0)
    spring = depth * stops.stiffness
    push = apply("select", beyond, apply("max", spring + rate * stops.damping, 0), 0)
    return push, spring * depth * HALF, (spring - push) * rate
