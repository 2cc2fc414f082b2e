"""Random mechanisms for hypothesis: trees with all kinds of joints, branches, mimic joints, drives, frames and wrenches.

Everything is drawn from small lists and small integers, so that a failing mechanism shrinks to a simple one. `exact` mechanisms
have rational geometry, on which laws are decided exactly; otherwise geometry is in floats, as files give it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tests.support.graph import Scalar, symbol
from tests.support.model import JOINT_TYPES, WORLD, Body, Drive, Elastic, Frame, Joint, Mimic, Robot, Rotor, make_robot
from tests.support.spatial import IDENTITY, ZERO, Inertia, Mat, Transform, Vec, rot_rpy

SIMPLE = ("revolute", "continuous", "prismatic", "helical")
TYPES = (*SIMPLE, *(name for name in JOINT_TYPES if name not in (*SIMPLE, "floating")))
"""All but the floating base, which `floating` asks for: every law is asked of a new row."""

_AXES = [Vec(0, 0, 1), Vec(0, 1, 0), Vec(1, 0, 0), Vec(0, 0, -1), Vec(0, -1, 0)]
_SLANTED = [
    Vec(Fraction(3, 5), Fraction(4, 5), 0),
    Vec(0, Fraction(-3, 5), Fraction(4, 5)),
    Vec(Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)),
    Vec(Fraction(2, 7), Fraction(3, 7), Fraction(-6, 7)),
]
_GRAVITIES = [Vec(0, 0, Fraction(-981, 100)), Vec(0, Fraction(-981, 100), 0), Vec(1, Fraction(1, 2), -9), ZERO]


def fractions(bound: int = 3) -> st.SearchStrategy[Fraction]:
    """Small fractions, zero often."""
    return st.one_of(st.just(Fraction(0)), st.builds(Fraction, st.integers(-4 * bound, 4 * bound), st.just(4)))


positive = st.builds(Fraction, st.integers(1, 12), st.just(4))


@st.composite
def rotations(draw: st.DrawFn, exact: bool = True) -> Mat:
    """None, quarter turns, rational rotations of small quaternions; or roll, pitch, yaw in floats."""
    if not exact:
        angles = draw(st.tuples(*[st.one_of(st.just(0.0), st.floats(-3, 3, width=16))] * 3))
        return rot_rpy(*angles) if any(angles) else IDENTITY
    x, y, z, w = draw(st.one_of(st.just((0, 0, 0, 1)), st.tuples(*[st.integers(-2, 2)] * 3, st.integers(1, 3))))
    s = Fraction(1, x * x + y * y + z * z + w * w)
    rows = (
        (1 - 2 * s * (y * y + z * z), 2 * s * (x * y - w * z), 2 * s * (x * z + w * y)),
        (2 * s * (x * y + w * z), 1 - 2 * s * (x * x + z * z), 2 * s * (y * z - w * x)),
        (2 * s * (x * z - w * y), 2 * s * (y * z + w * x), 1 - 2 * s * (x * x + y * y)),
    )
    return Mat.of([[int(e) if e == int(e) else e for e in row] for row in rows])


@st.composite
def transforms(draw: st.DrawFn, exact: bool = True, length: Scalar | None = None) -> Transform:
    p = Vec(*draw(st.tuples(*[fractions(1)] * 3)))
    if not exact:
        p = p.map(lambda x: float(x) * 1.1)
    if length is not None:
        p = Vec(length, p[1], p[2])
    return Transform(draw(rotations(exact)), p)


@st.composite
def inertias(draw: st.DrawFn, mass: Scalar | None = None, exact: bool = True) -> Inertia:
    """A body that can exist: mass, centre of mass, principal second moments, turned."""
    m = mass if mass is not None else draw(positive)
    a, b, c = draw(st.tuples(*[st.builds(Fraction, st.integers(1, 8), st.just(8))] * 3))
    R = draw(rotations())
    tensor = R @ Mat(Vec(b + c, 0, 0), Vec(0, a + c, 0), Vec(0, 0, a + b)) @ R.T
    x = Inertia.about_com(m, Vec(*draw(st.tuples(*[fractions(1)] * 3))), tensor)
    return x if exact else x.map(lambda e: e if not isinstance(e, Fraction) else float(e) * 1.1)


@st.composite
def drives(draw: st.DrawFn, friction: bool = True) -> Drive:
    values = {
        "rotor_inertia": draw(fractions(1).map(abs)), "gear_ratio": draw(positive), "stiffness": draw(fractions(1).map(abs)),
        "rest": draw(fractions(1)),
    }  # fmt: skip
    if friction:
        values |= {k: draw(fractions(1).map(abs)) for k in ("viscous", "coulomb", "damping")}
    return Drive(**values)


@st.composite
def mechanisms(
    draw: st.DrawFn,
    *,
    size: int = 4,
    types: tuple[str, ...] = TYPES,
    exact: bool = True,
    symbolic: bool | None = None,
    floating: bool | None = None,
    mimic: bool = True,
    driven: bool = True,
    wrenches: bool = True,
    massless: bool = False,
    elastic: bool = False,
) -> Robot:
    """A tree with up to `size` joints.

    symbolic: lengths and masses may be symbols; floating: the first joint is a free one; massless: bodies may have no inertia;
    elastic: joints may have motors behind springs, rotors in drives or as bodies. None lets hypothesis choose.
    """
    symbolic = draw(st.booleans()) if symbolic is None else symbolic
    floating = draw(st.sampled_from([False, False, True])) if floating is None else floating
    count = draw(st.integers(1, size))
    bodies: list[Body] = []
    joints: list[Joint] = []
    for k in range(count):
        kind = "floating" if floating and k == 0 else draw(st.sampled_from(types))
        if k == count - 1 and kind == "fixed" and all(j.type == "fixed" for j in joints):
            kind = "revolute"  # something must move
        parent = draw(st.sampled_from([WORLD, *(b.name for b in bodies)])) if k and not floating else WORLD
        if floating and k:
            parent = draw(st.sampled_from([b.name for b in bodies]))
        named = symbolic and draw(st.booleans())
        joints.append(_joint(draw, k, kind, parent, joints, exact, named, mimic, driven))
        mass = symbol(f"m{k}") if named else None
        without = massless and k and draw(st.booleans())
        bodies.append(Body(f"b{k}", Inertia() if without else draw(inertias(mass, exact))))
    frames = [Frame("tool", bodies[-1].name, draw(transforms(exact)))] if draw(st.booleans()) else []
    acted = ("tool",) if frames and wrenches and draw(st.booleans()) else ()
    gravity = draw(st.sampled_from(_GRAVITIES))
    soft = {j.name: draw(elastics(j)) for j in joints if elastic and _may_be_elastic(j) and draw(st.booleans())}
    return make_robot("random", bodies, joints, frames=frames, gravity=gravity, wrenches=acted, elastic=soft)


def _may_be_elastic(joint: Joint) -> bool:
    return (
        joint.type in SIMPLE and joint.mimic is None and (joint.drive.rotor_inertia, joint.drive.gear_ratio) == (0, 1)
    )


@st.composite
def elastics(draw: st.DrawFn, joint: Joint) -> Elastic:
    """A motor behind a spring; its rotor a body or not."""
    place, axis = draw(transforms(True)).p, draw(st.sampled_from([joint.axis, *_AXES]))
    rotor = draw(
        st.sampled_from([None, Rotor(draw(positive), place, axis, draw(st.sampled_from([None, draw(positive)])))])
    )
    return Elastic(
        draw(positive), draw(positive), draw(fractions().map(abs)), draw(st.sampled_from([1, 2, -3])), rotor=rotor
    )


def _joint(
    draw: st.DrawFn,
    k: int,
    kind: str,
    parent: str,
    before: list[Joint],
    exact: bool,
    named: bool,
    mimic: bool,
    driven: bool,
) -> Joint:
    X = draw(transforms(exact, symbol(f"L{k}") if named else None))
    axis = draw(st.sampled_from(_AXES + _SLANTED)) if JOINT_TYPES[kind].axes else Vec(0, 0, 1)
    if not exact:
        axis = axis.map(lambda x: float(x) if isinstance(x, Fraction) else x)
    more: dict[str, Any] = {}
    if JOINT_TYPES[kind].axes == 2:
        more["axis2"] = draw(
            st.sampled_from([a for a in _AXES if abs(sum(x * y for x, y in zip(a, axis, strict=True))) < 1])
        )
    if JOINT_TYPES[kind].without_pitch:
        more["pitch"] = draw(fractions(1))
    masters = [j.name for j in before if j.type in SIMPLE and j.mimic is None]
    if mimic and kind in SIMPLE and masters and draw(st.booleans()):
        multiplier = draw(st.sampled_from([1, -1, Fraction(1, 2), 2]))
        more["mimic"] = Mimic(draw(st.sampled_from(masters)), multiplier, draw(fractions(1)))
    if driven and kind in SIMPLE and draw(st.booleans()):
        more["drive"] = draw(drives())
    return Joint(f"j{k}", kind, parent, f"b{k}", X, axis, **more)
