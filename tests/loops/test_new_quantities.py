"""Derivatives, rates, momenta and frames of closed robots to the end: options, native functions, generated code.

What brute force says of each is in tests/verify/test_closed_quantities.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.emit import TARGETS
from tests.support.model import ClosedRobot
from tests.support.package import QuantityError, quantities
from tests.support.verification import evaluated, find, law_context

EXAMPLES = Path(__file__).parents[2] / "examples"
SLOPES = "inverse_dynamics_derivatives,forward_dynamics_derivatives,inverse_dynamics_rate,linearisation"
LARGER = ("loops/bennett", "parallel/3rrr", "parallel/delta", "parallel/6ups")
NO_CLOSED_FORM = ("loops/bennett", "loops/sarrus")


@cache
def context(name: str) -> law_context:
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    assert isinstance(robot, ClosedRobot)
    return law_context(robot, count=2)


def whole_tree(s: law_context) -> dict[str, Any]:
    """The sample states as `closure="tree"` takes them: every joint's position and rates along the closed motion."""
    m = s.reference.motion(2)
    return {"q": s.states.positions, "v": m.v.value, "a": m.a.value, "j": m.a.rate(1), "s": m.a.rate(2)}


def apart(x: list[np.ndarray], y: list[np.ndarray]) -> float:
    """Largest difference per largest entry of all outputs."""
    sizes = [max(1e-3, float(np.max(np.abs(p), initial=0.0))) for p in x]
    return max(float(np.max(np.abs(p - q), initial=0.0)) / size for p, q, size in zip(x, y, sizes, strict=True))


def about_a_frame(f: Any) -> dict[str, np.ndarray]:
    """Any rates and forces, where a function asks for them."""
    return {name: np.linspace(-1, 1, 6) for name in ("twist", "acceleration", "force") if name in f.inputs}


@pytest.mark.parametrize(
    "name",
    [
        "loops/fourbar", "loops/geared_arm", "parallel/fivebar", "loops/sarrus",
        *(pytest.param(n, marks=pytest.mark.slow) for n in LARGER),
    ],
)  # fmt: skip
def test_three_ways_to_close_a_function_agree(name: str) -> None:
    """Every quantity at a closed state: with the closed form inside, with theta given, with the whole tree's state given."""
    s = context(name)
    gaps: dict[tuple[str, str], float] = {}
    for quantity, entry in quantities(s.robot).items():
        if "closure" not in entry.options or s.function_or_none(quantity, closure="given") is None:
            continue
        frame = about_a_frame(s.function(quantity, closure="given"))
        given = evaluated(s.function(quantity, closure="given"), s.states, **frame)
        if "twist" in frame:  # rates of free joints: they have no form with all joints of the tree
            assert s.function_or_none(quantity, closure="tree") is None
        else:
            tree = evaluated(s.function(quantity, closure="tree"), s.states, **whole_tree(s), **frame)
            gaps[quantity, "tree"] = apart(given, tree)
        if name not in NO_CLOSED_FORM:
            explicit = evaluated(s.function(quantity, closure="explicit"), s.states, **frame)
            gaps[quantity, "explicit"] = apart(given, explicit)
    assert len(gaps) > (50 if name in NO_CLOSED_FORM else 100)
    assert not {key: g for key, g in gaps.items() if not g < 1e-9}


@pytest.mark.parametrize("name", ["loops/fourbar", "loops/bennett"])
def test_options_of_frames(name: str) -> None:
    """reference and orientation are what the quantities of their own say, at a frame that is named."""
    s = context(name)
    for frame in list(s.robot.frames)[:2]:
        for option, quantity in (("world", "jacobian_world"), ("local", "jacobian_body")):
            named = s.value("jacobian", frame=frame, reference=option)
            np.testing.assert_allclose(named, s.value(quantity, frame=frame), atol=1e-12)
        by_option = s.value("analytic_jacobian", frame=frame, orientation="quaternion")
        np.testing.assert_allclose(by_option, s.value("analytic_jacobian_quaternion", frame=frame), atol=1e-12)
        rate = s.value("analytic_jacobian_rate", frame=frame, orientation="quaternion")
        assert rate.shape == by_option.shape
    first, second = (s.value("twist", frame=frame) for frame in list(s.robot.frames)[:2])
    assert not np.allclose(first, second)
    with pytest.raises(QuantityError, match="upside_down"):
        lw.derive(s.robot, "jacobian", reference="upside_down")
    with pytest.raises(QuantityError, match="euler"):
        lw.derive(s.robot, "analytic_jacobian", orientation="euler")


def test_rates_of_other_references_are_derivatives_along_the_motion() -> None:
    s = context("loops/fourbar")
    h = 1e-5
    for reference in ("world", "local"):
        f = s.function("jacobian", reference=reference)
        ahead, behind = (evaluated(f, s.states, q=s.states.q + sign * h * s.states.v)[0] for sign in (1, -1))
        found = s.value("jacobian_rate", reference=reference)
        np.testing.assert_allclose(found, (ahead - behind) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("name", ["loops/fourbar", "loops/bennett"])
def test_native_derivatives(name: str) -> None:
    """lw.compile where the closed form is inside, and where theta is an input; a batch, and one state."""
    s = context(name)
    dyn: Any = lw.compile(s.robot)
    known = {n: getattr(s.states, n) for n in ("q", "v", "a", "theta")}
    given = [known[n] for n in (("q", "v", "a") if name == "loops/fourbar" else ("q", "theta", "v", "a"))]
    slopes = s.reference.inverse_slopes
    found = dyn.inverse_dynamics_derivatives(*given)
    np.testing.assert_allclose(found["dtau_dq"], slopes["q"], rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(found["dtau_dv"], slopes["v"], rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(
        dyn.rnea_derivatives(*(x[0] for x in given))["dtau_dq"], slopes["q"][0], rtol=1e-9, atol=1e-10
    )


def built(name: str, to: str, wanted: str, folder: Path, **more: str) -> None:
    """Build a robot's functions, and ask that their generated tests ran and passed."""
    if missing := find(TARGETS[to].commands)[1]:
        pytest.skip(f"no {missing} found")
    (row,) = lw.build(EXAMPLES / f"{name}.yaml", to, folder, wanted, **more).tests  # type: ignore[arg-type]
    assert row.ok, row.output
    if to != "latex":  # it is compiled, and has nothing to run
        assert row.checks > 0
        assert row.error is not None
        assert row.error < 1e-8


@pytest.mark.parametrize("name", ["loops/fourbar", *(
    pytest.param(n, marks=pytest.mark.slow) for n in ("loops/exoskeleton", "parallel/delta", "parallel/6ups"))])  # fmt: skip
def test_generated_derivatives_in_c(name: str, tmp_path: Path) -> None:
    built(name, "c", SLOPES, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["cpp", "jax"])
def test_languages_that_differentiate_know_what_a_total_derivative_is(language: str, tmp_path: Path) -> None:
    """Where theta is an input, the generated dtau_dq moves it with q; dual numbers and jacfwd of the forces do not."""
    names = "inverse_dynamics,inverse_dynamics_derivatives,forward_dynamics,forward_dynamics_derivatives"
    built("loops/bennett", language, names, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", TARGETS)
@pytest.mark.parametrize("name", ["loops/fourbar", "loops/bennett", "parallel/fivebar"])
def test_every_quantity_in_every_language(name: str, language: str, tmp_path: Path) -> None:
    built(name, language, "all", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", ["symbolic", "inertial", "base"])
def test_every_quantity_in_every_form_of_parameters(parameters: str, tmp_path: Path) -> None:
    built("loops/fourbar", "c", "all", tmp_path, parameters=parameters)
