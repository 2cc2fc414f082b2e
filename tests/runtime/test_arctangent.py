"""atan2 within 2 units in the last place of the true value, asin and acos within 2.5; signs, zeros and infinities as in C99."""

from __future__ import annotations

import itertools
import math

import mpmath
import numpy as np
import pytest

from tests.support.passes import Kernel
from tests.support.runtime import Machine, native

from .kernels import Code, machines

SPECIAL = (
    0.0, -0.0, 5e-324, -5e-324, 1e-323, 1.5e-323, -2.2250738585072014e-308, 1e-300, 0.3, -1.0, 1.0, 3.0, -1e300, 1e308,
    1.7976931348623157e308, -1.7976931348623157e308, math.inf, -math.inf, math.nan,
)  # fmt: skip
BOUNDS = {"atan2": 2.0, "asin": 2.5, "acos": 2.5}


def kernel(op: str, arity: int) -> Kernel:
    code = Code(x=arity)
    code.output("y", [code(op, *code.x)])
    return code.kernel(op)


def points_of_the_plane() -> np.ndarray:
    random = np.random.default_rng(3)
    angle, radius = random.uniform(-np.pi, np.pi, 500), np.exp(random.uniform(-3, 3, 500))
    edge = np.concatenate(
        [random.uniform(0.5, 0.6, 200), 1 / random.uniform(0.5, 0.6, 200), 1 + random.normal(0, 1e-9, 50)]
    )
    wide = np.exp(random.uniform(-600, 600, (300, 2))) * random.choice([-1, 1], (300, 2))
    ratios = np.stack([edge, np.ones(len(edge))], 1) * random.choice([-1, 1], (len(edge), 2))
    return np.concatenate([np.stack([np.sin(angle) * radius, np.cos(angle) * radius], 1), ratios, wide])


def points_of_the_interval() -> np.ndarray:
    random = np.random.default_rng(4)
    tiny = np.exp(random.uniform(-36, 0, 300))
    ends = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 5e-324, np.nextafter(1, 0), np.nextafter(-1, 0)])
    return np.concatenate([random.uniform(-1, 1, 500), tiny, 1 - tiny, tiny - 1, ends])[:, None]


def worst(ours: np.ndarray, exact: list[mpmath.mpf]) -> float:
    """The largest error in units of the last place of the true value."""
    units = [float(np.spacing(abs(float(t)))) for t in exact]
    return max(float(abs(mpmath.mpf(float(y)) - t)) / unit for y, t, unit in zip(ours, exact, units, strict=True))


@pytest.fixture(scope="module")
def truth() -> dict[str, tuple[np.ndarray, list[mpmath.mpf]]]:
    with mpmath.workprec(200):
        plane, interval = points_of_the_plane(), points_of_the_interval()
        found = {"atan2": (plane, [mpmath.atan2(*map(mpmath.mpf, p)) for p in plane.tolist()])}
        for op in ("asin", "acos"):
            found[op] = (interval, [getattr(mpmath, op)(mpmath.mpf(x)) for x in interval[:, 0].tolist()])
        return found


@pytest.mark.parametrize("op", BOUNDS)
@pytest.mark.parametrize("name", sorted(machines()))
def test_accuracy(op: str, name: str, truth: dict[str, tuple[np.ndarray, list[mpmath.mpf]]]) -> None:
    points, exact = truth[op]
    f = native(kernel(op, points.shape[1]), machines()[name])
    ours = f(points)
    with mpmath.workprec(200):
        assert worst(ours[:, 0], exact) <= BOUNDS[op]
    np.testing.assert_array_equal(np.array([f(x) for x in points[::20]]), ours[::20])  # one lane: the same bits


@pytest.mark.parametrize("machine", [pytest.param(m, id=name) for name, m in machines().items()])
def test_special_values(machine: Machine) -> None:
    """The C library's, which are C99's: both zero, both infinite, one of them, numbers without a quotient."""
    points = np.array(list(itertools.product(SPECIAL, SPECIAL)))
    ours = native(kernel("atan2", 2), machine)(points)[:, 0]
    expected = np.array([math.atan2(y, x) for y, x in points])
    np.testing.assert_allclose(ours, expected, rtol=4e-16, atol=0)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(ours[numbers]), np.signbit(expected[numbers]))


def test_outside_of_the_interval() -> None:
    x = np.array([1.0000000000000002, -1.5, 1e300, math.inf, -math.inf, math.nan])[:, None]
    for op in ("asin", "acos"):
        assert np.isnan(native(kernel(op, 1))(x)).all()


def test_a_neighbour_in_trouble_changes_nothing() -> None:
    f = native(kernel("atan2", 2))
    points = np.random.default_rng(1).normal(size=(400, 2))
    mixed = points.copy()
    mixed[::3] = np.resize([[np.nan, 1], [np.inf, np.inf], [0, 0], [1e308, 1e308]], (134, 2))
    kept = np.arange(400) % 3 != 0
    np.testing.assert_array_equal(f(mixed)[kept], f(points)[kept])


def test_several_of_one_state_share_a_call() -> None:
    """One state: its arguments are the lanes. Each must come out where it belongs, whatever their number and order."""
    for n in (1, 2, 3, 7, 8, 9, 17):
        code = Code(x=n, y=n)
        first = [code("atan2", a, b) for a, b in zip(code.y, code.x, strict=True)]
        second = [code("atan2", code("sin", a), code("cos", b)) for a, b in zip(first, reversed(first), strict=True)]
        code.output("a", [*first, *second])
        code.output("s", [code("acos", code("sin", a)) for a in second])
        f = native(code.kernel())
        random = np.random.default_rng(n)
        x, y = random.normal(size=(20, n)), random.normal(size=(20, n))
        many = f(x, y)
        angles = np.arctan2(y, x)
        again = np.arctan2(np.sin(angles), np.cos(angles[:, ::-1]))
        np.testing.assert_allclose(many["a"], np.concatenate([angles, again], axis=1), rtol=1e-14)
        np.testing.assert_allclose(many["s"], np.arccos(np.sin(again)), rtol=1e-12, atol=1e-7)
        for k in range(20):
            one = f(x[k], y[k])
            np.testing.assert_array_equal(one["a"], many["a"][k])
            np.testing.assert_array_equal(one["s"], many["s"][k])
