"""Inverse kinematics in closed form: which family an arm belongs to, and the outputs of the quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from linkwright.errors import NoClosedForm, QuantityError
from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Nested
from linkwright.lazy import lazy
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.branches import Branch, assembled
from linkwright.mechanics.inverse.chain import Chain, Joint, chain_of
from linkwright.mechanics.inverse.forward import Forward
from linkwright.mechanics.inverse.geometry import Geometry
from linkwright.mechanics.inverse.isolated import isolated
from linkwright.mechanics.inverse.masks import MASKS, Mask, mask_of
from linkwright.mechanics.inverse.seen import goal
from linkwright.mechanics.state import State


@dataclass(frozen=True)
class Family:
    """Arms that are solved in one way.

    sizes:  what masks ask of the rotation -> how many joints
    tries:  all branches, or why there are none
    steady: whether the branches of an arm that differs by rounding are near; elimination is worse there, elsewhere better
    """

    name: str
    sizes: Mapping[str, Sequence[int]]
    tries: Callable[[Chain, Mask], Sequence[Branch] | str]
    steady: bool = False


TOOL = -1
"""Index of a joint that the arm does not have: the turn about the tool's axis where that does not matter."""
FAMILIES: tuple[Family, ...] = (
    Family(
        "planar arm", {"about": [3], "all": [3], "none": [2]}, lazy("linkwright.mechanics.inverse.planar:planar_arm")
    ),
    Family("turns about one direction", {"about": [4], "all": [4]}, lazy("linkwright.mechanics.inverse.scara:scara")),
    Family("three joints", {"none": [3]}, lazy("linkwright.mechanics.inverse.scara:three_joints")),
    Family("spherical wrist", {"all": [6]}, lazy("linkwright.mechanics.inverse.wrist:spherical_wrist"), steady=True),
    Family("parallel axes", {"all": [5, 6]}, lazy("linkwright.mechanics.inverse.parallel_axes:parallel_axes")),
)
"""In the order in which they are tried."""


@dataclass(frozen=True)
class Found:
    """The family, its branches, and the joints that are given."""

    family: Family
    chain: Chain
    mask: Mask
    branches: Sequence[Branch]
    given: tuple[str, ...]
    fixed: Mapping[int, Scalar]


def inverse_kinematics(x: State) -> Nested:
    """Solutions, their number and their residuals; NoClosedForm where no family fits."""
    found = find(x)
    x.facts["family"] = found.family.name
    x.labels["given"] = found.given
    if found.given:
        x.facts["given joints"] = ", ".join(found.given)
    forward = Forward(x.tree, x.graph, x.q, x.options.get("frame"), x.options.get("base"))
    branches = [Branch(found.fixed) | branch for branch in found.branches]
    out = assembled(goal(x.given["pose"]), found.mask, branches, x.tree.nq, forward.at)
    return [out.solutions, out.count, out.residual]


def find(x: State) -> Found:
    """The first family that fits, with as many joints given as the chain has too many."""
    frame, base = x.options.get("frame"), x.options.get("base")
    chain = chain_of(x.tree, x.given["pose"], frame, base)
    mask = mask_of(x.tree, frame, base, x.options.get("mask"))
    found = fitting(x, chain, mask)
    if isinstance(found, str):
        what = f"there is no closed form of the inverse kinematics of '{x.tree.name}': {found}"
        raise NoClosedForm(what, hint=_hint(chain, mask, x.options.get("given")))
    return found


def fitting(x: State, chain: Chain, mask: Mask) -> Found | str:
    """The same of a chain, which need not be that of the tree; or why none fits."""
    reasons: list[str] = []
    for names in choices_of_given(chain, mask, x.options.get("given")):
        left, fixed = locked(chain, names, x.given["given"])
        whole, asked = _with_tool(left, mask)
        if not isolated(x.tree, x.options.get("frame"), x.options.get("base"), mask, names):
            reasons.append("its joints move the frame in ways that depend on each other: solutions are curves")
            continue
        for family in FAMILIES:
            if len(whole.joints) not in family.sizes.get(asked.rotation, ()):
                continue
            branches = _tried(family, whole, asked)
            if not isinstance(branches, str):
                return Found(family, left, mask, branches, names, fixed)
            reasons.append(f"{family.name}{f' with {names[0]} given' if names else ''}: {branches}")
    return (
        "; ".join(dict.fromkeys(reasons)) or f"none is known for {len(chain.joints)} joints and the mask '{mask.name}'"
    )


def _hint(chain: Chain, mask: Mask, named: str | None) -> str:
    """What to do about joints that were given."""
    if not named:
        return ""
    if len(chain.joints) <= mask.rows:
        return f"the mask '{mask.name}' needs all {len(chain.joints)} joints, none is to spare: leave out what is given"
    others = [name for name in (chain.names[-1], chain.names[0], chain.names[2]) if name not in named.split(",")]
    return (
        f"what is left may be singular everywhere: give another joint, such as '{others[0]}', or leave the choice out"
    )


def _tried(family: Family, chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """Its branches. Where it divides by what is zero at every pose, as the distance of a point from an axis that it lies on,
    some joint moves nothing: the arm is none of the family."""
    try:
        return family.tries(chain, mask)
    except ZeroDivisionError:
        return "a joint does not move what it should"


def _with_tool(chain: Chain, mask: Mask) -> tuple[Chain, Mask]:
    """Where only the direction of the tool's axis is asked for: a chain to whole poses that can also turn about that axis."""
    if mask.rotation != "direction":
        return chain, mask
    axis = Revolute(chain.home.R.apply(mask.axis), chain.home.p)
    whole = replace(chain, joints=(*chain.joints, Joint("tool", TOOL, axis)))
    last = len(chain.joints) - 1
    geometry = Geometry(whole)
    if isinstance(chain.axes[-1], Revolute) and geometry.parallel(last, last + 1) and geometry.on_axis(last, axis.p):
        raise NoClosedForm(
            f"'{chain.names[-1]}' turns the tool about its own axis, which the mask '{mask.name}' does not ask for",
            hint=f"give it (given='{chain.names[-1]}'), or ask for a whole pose (mask='pose')",
        )
    return whole, MASKS["pose"]


def choices_of_given(chain: Chain, mask: Mask, named: str | None) -> Iterator[tuple[str, ...]]:
    """Which joints are given: those named; else, of one too many, the ends first: the other axes stay as they are."""
    surplus = len(chain.joints) - mask.rows
    if named is not None:
        names = tuple(n.strip() for n in named.split(",") if n.strip())
        for name in names:
            if name not in chain.names:
                hint = f"joints on the way: {', '.join(chain.names)}"
                raise QuantityError(f"there is no joint '{name}' on the way to the frame", hint=hint)
        yield names
    elif surplus == 1:
        last = len(chain.joints) - 1
        yield from ((chain.names[k],) for k in dict.fromkeys((last, 0, 2, *range(last))))
    elif surplus <= 0:
        yield ()
    else:
        what = f"the chain has {surplus} joints more than the mask '{mask.name}' asks for"
        raise NoClosedForm(what, hint="name the joints that are given: given='joint1,joint2'")


def locked(chain: Chain, names: Sequence[str], values: Sequence[Scalar]) -> tuple[Chain, dict[int, Scalar]]:
    """The chain without the given joints, and their coordinates."""
    fixed: dict[int, Scalar] = {}
    for name, value in zip(names, values, strict=False):
        k = chain.names.index(name)
        fixed[chain.joints[k].index] = value
        chain = chain.locked(k, value)
    return chain, fixed
