"""LaTeX of people: matrices, sums, alphabets; each sign is seen once, in its place of the MathML."""

from __future__ import annotations

import pytest
from lxml import etree

from tests.support.terminal import inner_math


def tree(latex: str) -> etree._Element:
    return etree.fromstring(f"<math>{inner_math(latex)}</math>")


def test_matrix_has_rows_and_cells_and_a_sign_at_the_start_of_a_cell_belongs_to_it() -> None:
    made = tree(r"\begin{bmatrix} 1 & -q \\ a + b & \frac{1}{2} \\ \end{bmatrix}_{ij}")
    table = made.find("msub/mtable")
    assert table is not None
    assert table.get("class") == "square"
    assert [["".join(cell.itertext()) for cell in row] for row in table] == [["1", "−q"], ["a+b", "12"]]
    assert [sign.get("form") for sign in table.iter("mo")] == ["prefix", "infix"]


def test_lines_are_aligned_where_the_signs_are() -> None:
    made = tree(r"\begin{aligned} M_{11} &= M + m \\ M_{12} &= -l \end{aligned}")
    assert ["".join(cell.itertext()) for cell in made.iter("mtd")] == ["M11", "=M+m", "M12", "=−l"]
    assert [sign.get("form") for sign in made.iter("mo")] == ["infix", "infix", "infix", "prefix"]


@pytest.mark.parametrize(
    ("latex", "seen", "tags"),
    [
        (r"\sum_{i=1}^n x_i", "∑i=1nxi", {"munderover", "msub"}),
        (r"\mathbf{J}^\top \boldsymbol\tau \in \mathbb{R}^6", "𝐉⊤𝝉∈ℝ6", {"msup"}),
        (r"\mathcal L(\mathbf{q}_{12})", "ℒ(𝐪12)", {"msub"}),
        (r"x \in [0, 1)", "x∈[0,1)", set()),
        (r"\frac{d}{dt} \frac{\partial L}{\partial \dot q} \le 0", "ddt∂L∂q˙≤0", {"mfrac"}),
        (r"\left. f' \right|_{q = 0}", "f′|q=0", {"msubsup"}),
        (r"\underbrace{a \pm b}_{\text{work}}", "a±b⏟work", {"munder"}),
        (r"\|x\|^2 \ne \bar h", "‖x‖2≠h‾", {"msup"}),
    ],
)
def test_signs(latex: str, seen: str, tags: set[str]) -> None:
    made = tree(latex)
    assert "".join(made.itertext()) == seen
    assert tags <= {element.tag for element in made.iter()}


@pytest.mark.parametrize(
    "latex", [r"\unknown{x}", "a & b", r"\begin{tikz} a \end{tikz}", r"\begin{matrix} a \end{cases}", "a}"]
)
def test_what_is_not_known_is_refused(latex: str) -> None:
    with pytest.raises(AssertionError):
        inner_math(latex)


def test_marks_stand_above_letters() -> None:
    """A mark that combines with its letter is drawn through high ones by browsers: every mark has a place of its own."""
    made = tree(r"J \dot\Omega + \dot R = R \hat\Omega + \ddot q_1")
    over = [("".join(x[0].itertext()), x[1].text) for x in made.iter("mover")]
    assert over == [("Ω", "˙"), ("R", "˙"), ("Ω", "ˆ"), ("q", "¨")]
