"""Integrators: order, manifold, energy, momenta, constraints."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.manifold import slots_of, system
from tests.support.package import LinkwrightError
from tests.support.simulation import Variational, distance, integrate, on_manifold, rkmk4, start_state

EXAMPLES = Path(__file__).parents[2] / "examples" / "manifold"
FREE = [
    "spherical_pendulum",
    "pendulum_3d",
    "double_spherical_pendulum",
    "quadrotor_load",
    "pendulum_on_a_cart",
    "satellite",
]


@cache
def ready(name: str) -> tuple[Any, Any]:
    mechanism = lw.load(EXAMPLES / f"{name}.yaml")
    return mechanism, lw.compile(mechanism)


def stepper(dyn: Any, method: str) -> Any:
    if method == "rkmk4":
        return rkmk4(dyn.function("rkmk_step"))
    return Variational(*(dyn.function(n) for n in ("variational_newton", "variational_end", "momentum")))


@pytest.mark.parametrize("name", FREE)
def test_order(name: str) -> None:
    """Half the step: a sixteenth of the error of RKMK4, a quarter of the variational step's."""
    mechanism, dyn = ready(name)
    q, v = start_state(mechanism)
    exact = _by_scipy(mechanism, dyn, q, v, 0.5)
    for method, order, h in (("rkmk4", 4, 0.02), ("variational", 2, 0.01)):
        errors: list[float] = []
        for part in (1, 2):
            end = integrate(stepper(dyn, method), q, v, 0.5, h / part)
            errors.append(float(np.max(np.abs(end.q[-1] - exact[0])) + np.max(np.abs(end.v[-1] - exact[1]))))
        assert errors[1] < 1e-10 or np.log2(errors[0] / errors[1]) > order - 0.3, (method, errors)
        assert errors[1] < 1e-3


def _by_scipy(mechanism: Any, dyn: Any, q: Any, v: Any, time: float) -> tuple[Any, Any]:
    """In the ambient space, by another integrator."""
    from scipy.integrate import solve_ivp

    slots = slots_of(mechanism.variables)
    still = [np.zeros(p.shape) for n, p in dyn.accelerations.inputs.items() if n not in ("q", "v")]
    nq = len(q)

    def slope(_: float, y: Any) -> Any:
        q, v = y[:nq], y[nq:]
        rate = np.zeros(nq)
        for s in slots:
            if s.kind == "S2":
                rate[s.q] = np.cross(v[s.v], q[s.q])
            elif s.kind == "SO3":
                rate[s.q] = np.cross(q[s.q].reshape(3, 3), v[s.v]).ravel()
            else:
                rate[s.q] = v[s.v]
        return np.concatenate([rate, dyn.accelerations(q, np.ascontiguousarray(v), *still)])

    end = solve_ivp(slope, (0, time), np.concatenate([q, v]), "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    return end[:nq], end[nq:]


def test_variational_step_keeps_momenta_and_does_not_drift() -> None:
    mechanism, dyn = ready("pendulum_3d")
    q, v = start_state(mechanism)
    way = integrate(stepper(dyn, "variational"), q, v, 100.0, 0.01)
    assert distance(slots_of(mechanism.variables), way.q) < 1e-14
    turning = np.ravel(dyn.conserved_quantities(way.q, way.v))
    assert np.ptp(turning) < 1e-11
    energy = np.ravel(dyn.energy(way.q, way.v))
    first, *_, last = (np.ptp(part) for part in np.array_split(energy, 4))
    assert last < 2 * first


def test_a_thousand_seconds() -> None:
    mechanism, dyn = ready("pendulum_3d")
    q, v = start_state(mechanism)
    for method in ("rkmk4", "variational"):
        way = integrate(stepper(dyn, method), q, v, 1000.0, 0.01, every=10)
        assert distance(slots_of(mechanism.variables), way.q) < 1e-12
        if method == "variational":
            energy = np.ravel(dyn.energy(way.q, way.v))
            assert abs(np.polyfit(way.t, energy, 1)[0]) * 1000 < 0.1 * np.ptp(energy)
            assert np.ptp(energy[way.t > 900]) < 1.2 * np.ptp(energy[way.t < 100])


@pytest.mark.parametrize("name", ["rolling_ball", "chaplygin_sleigh"])
def test_constraints_are_kept(name: str) -> None:
    mechanism, dyn = ready(name)
    q, v = start_state(mechanism)
    way = integrate(stepper(dyn, "rkmk4"), q, v, 5.0, 0.01)
    assert np.max(np.abs(dyn.constraints(way.q, way.v))) < 1e-13
    energy = np.ravel(dyn.energy(way.q, way.v))
    assert np.ptp(energy) < 1e-6 * max(1.0, np.max(np.abs(energy)))
    with pytest.raises(LinkwrightError, match="constraints"):
        stepper(dyn, "variational")


def test_holonomic_constraint() -> None:
    """A point on a sphere by a constraint is a spherical pendulum; the place stays on the sphere."""
    held = system(
        {"x": "R^3"}, "m*dot(dx, dx)/2 - m*g*dot(x, e3)", {"m": 1.3, "g": 9.81, "l": 0.7},
        constraints={"rod": "(dot(x, x) - l**2)/2"}, start={"x": [0.42, 0, -0.56], "dx": [0, 0.5, 0]},
    )  # fmt: skip
    free = system(
        {"q": "S2"}, "m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)", {"m": 1.3, "g": 9.81, "l": 0.7},
        start={"q": [0.6, 0, -0.8], "omega_q": np.cross([0.6, 0, -0.8], [0, 0.5 / 0.7, 0]).tolist()},
    )  # fmt: skip
    ends: list[Any] = []
    for mechanism in (held, free):
        dyn = lw.compile(mechanism)
        q, v = start_state(mechanism)
        ends.append(integrate(stepper(dyn, "rkmk4"), q, v, 2.0, 0.002))
    assert np.allclose(ends[0].q, 0.7 * ends[1].q, atol=1e-8)
    assert np.max(np.abs(np.sum(ends[0].q ** 2, axis=1) - 0.49)) < 1e-14
    force = np.ravel(lw.compile(held).multipliers(ends[0].q, ends[0].v))
    speed = np.sum(ends[0].v ** 2, axis=1)
    # m ddx = - m g e3 + lambda x: the rod carries the weight along it and the turning
    assert np.allclose(force * 0.49, 1.3 * (9.81 * ends[0].q[:, 2] - speed), atol=1e-9)


def test_forces_as_expressions_keep_the_order() -> None:
    """m ddx = F with F = cos(t) - x: what is inside a step is part of it."""
    from tests.support.graph import cos, symbol

    mechanism = system({"x": "R"}, "m*dx**2/2", {"m": 1.0}, "F*delta(x)")
    f = lw.derive(mechanism, "rkmk_step", forces={"F": [cos(symbol("t[0]")) - 4 * symbol("q[0]")]})
    errors: list[float] = []
    for h in (0.1, 0.05):
        end = integrate(rkmk4(f), np.zeros(1), np.zeros(1), 1.0, h)
        errors.append(abs(end.q[-1, 0] - (np.cos(1) - np.cos(2)) / 3))
    assert np.log2(errors[0] / errors[1]) > 3.7
    held = integrate(rkmk4(lw.derive(mechanism, "rkmk_step"), lambda t, q, v: {"F": [np.cos(t) - 4 * q[0]]}),
                     np.zeros(1), np.zeros(1), 1.0, 0.05)  # fmt: skip
    assert abs(held.q[-1, 0] - (np.cos(1) - np.cos(2)) / 3) > 10 * errors[1]


def test_bad_starts() -> None:
    for third in (2, -1):
        with pytest.raises(LinkwrightError, match=f"'R' starts as no rotation.*determinant is {third}"):
            system({"R": "SO(3)"}, "dot(Omega, Omega)/2", start={"R": [[1, 0, 0], [0, third, 0], [0, 0, 1]]})
    with pytest.raises(LinkwrightError, match="starts as zero"):
        system({"q": "S2"}, "dot(dq, dq)/2", start={"q": [0, 0, 0]})
    with pytest.raises(LinkwrightError, match=r"length 3.*\n.*0.3333, 0.6667, 0.6667"):
        system({"q": "S2"}, "dot(dq, dq)/2", start={"q": [1, 2, 2]})
    rounded = system(
        {"q": "S2[2]"}, "dot(dq1, dq1)/2 + dot(dq2, dq2)", start={"q": [[0.6, 0, 0.8], [0.577, 0.577, 0.577]]}
    )
    q, v = start_state(rounded)
    assert abs(q[3:] @ q[3:] - 1) < 1e-15
    with pytest.raises(LinkwrightError, match="'q1' starts with the length"):
        on_manifold(slots_of(rounded.variables), 2 * q, v)
