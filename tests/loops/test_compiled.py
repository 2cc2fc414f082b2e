"""`lw.compile` of robots with loops: closed forms inside, a solver where there is none; numbers by brute force."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.closed_robots import slider_crank
from tests.support.model import cut
from tests.support.referee import Closed
from tests.support.verification import law_context

LOOPS = Path(__file__).parents[2] / "examples" / "loops"


def test_a_closed_form_is_inside() -> None:
    robot = lw.load(LOOPS / "fourbar1.yaml")
    dyn, s = lw.compile(robot), law_context(robot)
    p = s.reference
    np.testing.assert_allclose(dyn.inverse_dynamics(s.states.q, s.states.v, s.states.a), p.forces().value, rtol=1e-9)
    np.testing.assert_allclose(dyn.rnea(s.states.q[0], s.states.v[0], s.states.a[0]), p.forces().value[0], rtol=1e-9)
    np.testing.assert_allclose(dyn.mass_matrix(s.states.q), p.mass().value, rtol=1e-9)
    np.testing.assert_allclose(dyn.closure(s.states.q), s.states.theta, atol=1e-9)
    assert "1 free" in repr(dyn)


def test_newton_from_a_guess_is_the_closed_form() -> None:
    dyn = lw.compile(lw.load(LOOPS / "fourbar1.yaml"))
    q = np.array([[1.3], [1.6]])
    np.testing.assert_allclose(dyn.closure(q, dyn.start[1]), dyn.closure(q), atol=1e-9)


def test_where_there_is_no_closed_form_theta_is_an_input() -> None:
    robot = lw.load(LOOPS / "bennett.yaml")
    dyn, s = lw.compile(robot), law_context(robot)
    theta = dyn.closure(s.states.q, s.states.theta + 0.01)
    np.testing.assert_allclose(theta, s.states.theta, atol=1e-9)
    tau = dyn.inverse_dynamics(q=s.states.q, theta=theta, v=s.states.v, a=s.states.a)
    np.testing.assert_allclose(tau, s.reference.forces().value, rtol=1e-8)
    assert dyn.closure(np.array(cut(robot).start)[:1]).shape == (2,)


def test_what_cannot_close_says_how_far_it_is() -> None:
    """A rod of a slider-crank that is shorter than the crank does not reach the line of the piston at a right angle."""
    dyn = lw.compile(slider_crank(1.0, 0.8))
    assert dyn.closure(np.array([0.3]), dyn.start[1]).shape == (2,)
    with pytest.raises(lw.LinkwrightError, match="do not close"):
        dyn.closure(np.array([np.pi / 2]), dyn.start[1])


def test_a_closed_form_out_of_reach_is_told() -> None:
    """The functions themselves answer nan there, as numeric code does; what solves for positions says which state it is."""
    dyn = lw.compile(slider_crank(1.0, 0.8))
    with pytest.raises(lw.LinkwrightError, match=r"out of reach \(1 of 3 states, the first is number 1\)"):
        dyn.closure(np.array([[0.3], [np.pi / 2], [0.2]]))
    assert np.isnan(dyn.mass_matrix(np.array([np.pi / 2]))).all()


def test_newton_that_ends_in_an_open_loop_is_told() -> None:
    """Two of the five equations of Bennett's linkage are kept; far from its motion they have roots of their own."""
    dyn = lw.compile(lw.load(LOOPS / "bennett.yaml"))
    s = law_context(dyn.robot)
    brute = Closed(s.robot, s.cut.coordinates.free_v)
    q, theta = dyn.start
    told = 0
    for way in np.linspace(0.2, 3.0, 15):
        found = dyn.closure_solution(q + way, theta)["theta"]
        if np.max(np.abs(brute.gaps(np.concatenate([q + way, found])[None]))) < 1e-9:
            np.testing.assert_array_equal(dyn.closure(q + way, theta), found)
        else:
            told += 1
            with pytest.raises(lw.LinkwrightError, match="do not close"):
                dyn.closure(q + way, theta)
    assert told
