"""Generated code with packed results: the tables that it declares, and tests that see a wrong one."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.emit import BuildContext, Call, Check, Term, Value, narrowed
from tests.support.passes import Kernel

from .kernels import Builder
from .robots import EXAMPLES
from .test_check_table import errors

ROBOT = EXAMPLES / "elbow6.urdf"
NAMES = ["mass_matrix", "jacobian", "inverse_dynamics", "nonlinear_effects", "regressor"]
Q = [0.3, -0.7, 1.1, 0.4, -1.2, 0.9]


def test_numpy_and_its_tables(tmp_path: Path) -> None:
    """The whole by the generated table is what brute force says, and what is not packed stays as it is."""
    built = lw.build(ROBOT, to="numpy", out=tmp_path, quantities=NAMES, layout="packed")
    (row,) = built.tests
    assert row.ok
    assert row.checks > 3 * len(NAMES)
    made: dict[str, Any] = {}
    exec((tmp_path / "numpy" / "elbow6.py").read_text(), made)
    dyn = lw.compile(ROBOT)
    for name, word in (("mass_matrix", "MASS_MATRIX"), ("jacobian", "JACOBIAN")):
        whole = getattr(dyn, name)(Q)
        table, values = made[f"{word}_TABLE"], made[name](np.array(Q))
        again = values[np.maximum(table, 0)]
        again[table < 0] = made[f"{word}_CONSTANTS"][-1 - table[table < 0]]
        np.testing.assert_allclose(again.reshape(whole.shape), whole, atol=1e-13)
    assert made["inverse_dynamics"](Q, Q, Q).shape == (6,)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_c_and_its_tables(tmp_path: Path) -> None:
    lw.build(ROBOT, to="c", out=tmp_path, quantities=["mass_matrix"], layout="packed", run=False)
    program = f"""
    #include <stdio.h>
    #include "elbow6.h"
    int main(void) {{
        const double q[6] = {{{", ".join(map(str, Q))}}};
        double M[16];
        elbow6_mass_matrix(q, M);
        for (int e = 0; e < 36; ++e) {{
            const int k = elbow6_mass_matrix_table[e];
            printf("%.17g ", k >= 0 ? M[k] : elbow6_mass_matrix_constants[-1 - k]);
        }}
        return 0;
    }}"""
    folder = tmp_path / "c"
    (folder / "main.c").write_text(program)
    subprocess.run(["gcc", "-Wall", "-Werror", "main.c", "elbow6.c", "-lm", "-o", "main"], cwd=folder, check=True)
    said = subprocess.run([str(folder / "main")], capture_output=True, text=True, check=True).stdout
    np.testing.assert_allclose(
        np.reshape(said.split(), (6, 6)).astype(float), lw.compile(ROBOT).mass_matrix(Q), atol=1e-13
    )


# --- checks -----------------------------------------------------------------------------------------------------------------


def symmetric() -> Kernel:
    """S = [[x, y, 0], [y, 3, x y]]."""
    b = Builder()
    x, y = b.input("x", (2,))
    return b.kernel("symmetric", {"S": ((2, 3), [x, y, b.const(0), y, b.const(3), b.op("mul", x, y)])})


GIVEN = (Value("x", (2,), (0.5, -2.0)), Value("u", (2,), (1.0, 3.0)), Value("v", (3,), (2.0, -1.0, 0.25)))
WHOLE = (0.5, -2.0, 0.0, -2.0, 3.0, -1.0)


def check(name: str, terms: list[Term], **expected: tuple[float, ...]) -> Check:
    given = (*GIVEN, *(Value(k, (2, 3) if len(x) == 6 else (len(x),), x) for k, x in expected.items()))
    return Check(name, given, (Call("symmetric", (("x", "x"),), (("S", "S"),)),), tuple(terms))


def passed(*checks: Check) -> list[bool]:
    kernels, about = narrowed([symmetric()], BuildContext(robot="r", checks=checks))
    assert kernels[0].outputs[0].shape == (3,)
    return [ok for _, ok in errors(about.checks, kernels)]


def test_checks_of_packed_results_pass() -> None:
    """Elements, products with given numbers from both sides, transposed; constants of the result are on the other side."""
    made = passed(
        check("elements", [Term(1, ("S",)), Term(-1, ("W",))], W=WHOLE),
        check("right", [Term(1, ("S", "v")), Term(-1, ("w",))], w=(3.0, -7.25)),
        check("left", [Term(-2, ("u'", "S")), Term(2, ("w",))], w=(-5.5, 7.0, -3.0)),
        check("transposed", [Term(1, ("S'", "u")), Term(-1, ("w",))], w=(-5.5, 7.0, -3.0)),
        check("both", [Term(1, ("u'", "S", "v")), Term(-1, ("w",))], w=(-18.75,)),
    )
    assert made == [True] * 6  # elements: one by one, and all by the table


@pytest.mark.parametrize("element", range(6))
def test_a_wrong_element_is_seen(element: int) -> None:
    """One that is there twice, and one that the table calls a constant, too."""
    wrong = tuple(x + (0.01 if k == element else 0.0) for k, x in enumerate(WHOLE))
    assert not all(passed(check("elements", [Term(1, ("S",)), Term(-1, ("W",))], W=wrong)))
    assert passed(check("right", [Term(1, ("S", "v")), Term(-1, ("w",))], w=(3.0, -7.24))) == [False]


def test_absent_solutions_stay_absent() -> None:
    """NaN where NaN is expected: compared by elements only."""
    (made,) = narrowed(
        [symmetric()],
        BuildContext(robot="r", checks=(check("absent", [Term(1, ("S",)), Term(-1, ("W",))], W=(math.nan,) * 6),)),
    )[1].checks
    assert all(math.isnan(x) for x in made.given[-1].numbers)
    assert made.given[-1].shape == (3,)


def test_a_law_of_two_packed_results_is_left_out() -> None:
    assert passed(check("square", [Term(1, ("S", "S'")), Term(-1, ("S", "S'"))])) == []


def test_large_products_are_combined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many rows one combination, which still sees what is wrong."""
    monkeypatch.setattr("linkwright.emit.narrow.MOST", 2)
    terms = [Term(1, ("S", "v")), Term(-1, ("w",))]
    assert passed(check("right", terms, w=(3.0, -7.25)), check("wrong", terms, w=(3.0, -7.24))) == [True, False]


def test_the_batch_is_no_matter_of_generated_code() -> None:
    with pytest.raises(lw.LinkwrightError, match="'soa' is a layout of batches"):
        lw.build(ROBOT, layout="packed,soa")
