"""Sine and cosine: within 2 units in the last place of the true value, for every double."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from tests.support.runtime import native

from .kernels import Code, machines

HARDEST = 6381956970095103.0 * 2.0**797  # of all doubles the one closest to a multiple of pi/2


def sine_and_cosine():
    code = Code(x=1)
    code.output("y", [code("sin", code.x[0]), code("cos", code.x[0])])
    return code.kernel("sine_and_cosine")


def sample_angles() -> np.ndarray:
    random = np.random.default_rng(5)
    with mpmath.workprec(200):
        multiples = [*range(1, 60), *(int(10**e) for e in np.arange(2, 9.5, 0.25))]
        near = np.array([float(mpmath.pi / 2 * k) for k in multiples])
    sizes = 10.0 ** random.uniform(-320, 308, 300)
    return np.concatenate(
        [
            random.uniform(-4, 4, 400),
            random.uniform(-1e4, 1e4, 200),
            near, np.nextafter(near, 0), -np.nextafter(near, np.inf),
            random.choice([-1, 1], 300) * sizes,
            np.array([1e9, -1e9, np.nextafter(1e9, 2e9), 1e6, np.nextafter(1e6, 2e6), HARDEST, -HARDEST, np.finfo(float).max]),
        ]
    )  # fmt: skip


@pytest.fixture(scope="module")
def truth() -> tuple[np.ndarray, list[tuple[mpmath.mpf, mpmath.mpf]]]:
    angles = sample_angles()
    exact = []
    for x in angles:
        with mpmath.workprec(1300 if abs(x) > 1e6 else 240):
            exact.append((mpmath.sin(mpmath.mpf(float(x))), mpmath.cos(mpmath.mpf(float(x)))))
    return angles, exact


@pytest.mark.parametrize("name", sorted(machines()))
def test_accuracy(name: str, truth: tuple[np.ndarray, list[tuple[mpmath.mpf, mpmath.mpf]]]) -> None:
    angles, exact = truth
    ours = native(sine_and_cosine(), machines()[name])(angles[:, None])
    worst = 0.0
    for got, true in zip(ours, exact, strict=True):
        for y, t in zip(got, true, strict=True):
            unit = float(np.spacing(abs(float(t))))
            worst = max(worst, float(abs(mpmath.mpf(float(y)) - t)) / unit)
    assert worst <= 2.0


def test_what_has_no_sine() -> None:
    f = native(sine_and_cosine())
    for x in (np.inf, -np.inf, np.nan):
        assert np.isnan(f(np.array([x]))).all()


def test_the_sign_of_zero_and_the_smallest_numbers() -> None:
    f = native(sine_and_cosine())
    points = np.array([0.0, -0.0, 5e-324, -5e-324, 1e-310, -2.2250738585072014e-308])
    sines, cosines = f(points[:, None]).T
    np.testing.assert_array_equal(sines, points)
    np.testing.assert_array_equal(np.signbit(sines), np.signbit(points))
    np.testing.assert_array_equal(cosines, 1.0)


def test_a_neighbour_in_trouble_changes_nothing() -> None:
    """Lanes are independent to the last bit, although one that is huge or no number sends its block another way."""
    f = native(sine_and_cosine())
    angles = np.random.default_rng(1).uniform(-10, 10, (400, 1))
    calm = f(angles)
    mixed = angles.copy()
    mixed[::3] = np.resize([np.nan, 1e300, np.inf, -4e12], (134, 1))
    kept = np.arange(400) % 3 != 0
    np.testing.assert_array_equal(f(mixed)[kept], calm[kept])


def test_several_angles_of_one_state_share_a_call() -> None:
    """One state: its angles are the lanes. Each must come out where it belongs, whatever their number."""
    for n in (1, 2, 3, 5, 8, 9, 17, 40):
        code = Code(x=n)
        code.output("s", [code("sin", i) for i in code.x])
        code.output("c", [code("cos", i) for i in code.x[::2]])
        f = native(code.kernel())
        x = np.linspace(-7, 9, n)
        x[n // 2] = 3e11
        result = f(x)
        np.testing.assert_allclose(result["s"], np.sin(x), rtol=0, atol=3e-16)
        np.testing.assert_allclose(result["c"], np.cos(x[::2]), rtol=0, atol=3e-16)


def test_angles_of_angles() -> None:
    code = Code(x=3)
    first = [code("sin", i) for i in code.x]
    second = [code("cos", code("mul", i, j)) for i, j in zip(first, code.x, strict=True)]
    third = [code("sin", code("add", i, second[0])) for i in second]
    code.output("y", [*third, *first, *second])
    f = native(code.kernel())
    x = np.random.default_rng(0).uniform(-3, 3, (33, 3))
    a = np.sin(x)
    b = np.cos(a * x)
    expected = np.concatenate([np.sin(b + b[:, :1]), a, b], axis=1)
    np.testing.assert_allclose(f(x), expected, rtol=0, atol=5e-15)
    np.testing.assert_array_equal(np.array([f(row) for row in x]), f(x))
