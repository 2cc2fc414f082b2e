"""
Tiny arm: tests of the generated functions against independent values
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
"""

import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import Tiny_arm as robot  # noqa: E402

NAME = 'Tiny arm'

DATA = (
    np.array([0.5, -0.25]),
    np.array([1.5, 0.25]),
    np.array([2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5]),
    np.array([-0.12370197962726147]),
)


def terms_0():
    terms = []
    r0, r1 = robot.mass_matrix(q=DATA[0].reshape(2), parameters=DATA[1].reshape(2))
    terms.append(1.0 * r0.ravel())
    terms.append(-1.0 * DATA[2].ravel())
    return terms


def terms_1():
    terms = []
    r0, r1 = robot.mass_matrix(q=DATA[0].reshape(2), parameters=DATA[1].reshape(2))
    terms.append(1.0 * r1.ravel())
    terms.append(-1.0 * DATA[3].ravel())
    return terms


CHECKS = (
    ('M at a sample', terms_0, 1e-09, 0.001),
    ('h at a sample', terms_1, 1e-09, 0.001),
)


def error(terms, floor):
    """Largest element of the sum of the terms, relative to the largest element of the terms."""
    scale = max(float(np.max(np.abs(term), initial=0.0)) for term in terms)
    return float(np.max(np.abs(sum(terms)), initial=0.0)) / max(scale, floor)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("case", range(len(CHECKS)), ids=[check[0] for check in CHECKS])


def test_generated_code(case):
    name, terms, tolerance, floor = CHECKS[case]
    assert error(terms(), floor) <= tolerance, name


def main():
    passed, largest = 0, 0.0
    print(NAME)
    for name, terms, tolerance, floor in CHECKS:
        found = error(terms(), floor)
        ok = found <= tolerance
        passed += ok
        largest = max(largest, found) if found == found else math.inf
        print(f"  {'ok' if ok else 'FAILED':<6} {found:9.2e}  {name}")
    print(f"{len(CHECKS)} checks, {passed} passed, max relative error {largest:.2e}")
    return passed != len(CHECKS)


if __name__ == "__main__":
    sys.exit(main())
