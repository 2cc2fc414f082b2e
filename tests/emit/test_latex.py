"""Generated LaTeX: it compiles, whatever the names; long functions are numbered steps, short ones the closed form given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.emit import TARGETS, BuildContext, Parameter, emit, rounded, symbol, text
from tests.support.graph import OPS
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests

from .kernels import Builder, tiny

needs_latex = pytest.mark.skipif(bool(find(TARGETS["latex"].commands)[1]), reason="no pdflatex found")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("q", "q"),
        ("tau", r"\tau"),
        ("m1", "m_{1}"),
        ("theta_12", r"\theta_{12}"),
        ("L_upper", r"L_{\mathrm{upper}}"),
        ("forearm", r"\mathrm{forearm}"),
        ("a%b", r"\text{a\%b}"),
    ],
)
def test_names_become_symbols(name: str, expected: str) -> None:
    assert symbol(name) == expected


def test_numbers_are_short_and_bind_as_one() -> None:
    assert [rounded(x) for x in (0.5, 2.0, 1 / 3, 1.5e-7)] == ["0.5", "2", "0.333333", r"1.5\mathrm{e}{-7}"]


def every_operation() -> Kernel:
    b = Builder()
    x = b.input("x", (3,))
    inner = [b.op(name, *x[: op.arity]) for name, op in OPS.items()]
    outer = [b.op(name, *[inner[k], x[0], x[1]][: op.arity]) for k, (name, op) in enumerate(OPS.items())]
    return b.kernel("every_op", {"y": ((len(outer),), outer)})


@needs_latex
def test_documents_compile() -> None:
    hostile = r"50% of a_b & c^d # ~ \end{document} {} $x$ τ q̇ ² 日本 | < > " + '"'
    one = replace(tiny(), doc=hostile, equation=hostile, reference=hostile, name="hostile")
    two = replace(every_operation(), facts=(("method", hostile),))
    three = replace(tiny(), name="closed")
    about = BuildContext(
        hostile,
        conventions=f"{hostile}\n\n{hostile}",
        parameters=(Parameter(hostile, 1.5, hostile, hostile), Parameter("m_{", "L1/2")),
        closed_forms=(("closed", r"\[ M_{11} = L_1^2 m_1 \]"),),
    )
    tree = emit([one, two, three], "latex", about)
    row = run_tests(tree, "latex", 3, seconds=60)
    assert row.ok, row.output
    assert row.ran


def test_a_closed_form_replaces_the_steps() -> None:
    document = emit([tiny()], "latex", BuildContext("r", closed_forms=(("mass_matrix", r"\[ M = 1 \]"),)))["r.tex"]
    assert r"\[ M = 1 \]" in document
    assert r"\begin{align}" not in document
    steps = emit([tiny()], "latex", BuildContext("r"))["r.tex"]
    assert r"{M}_{1,2}" in steps
    assert r"\sin" in steps


def test_what_fonts_lack_is_spelled_out() -> None:
    assert text("τ é 日 \a") == r"$\tau$ e [U+65E5] [U+0007]"
