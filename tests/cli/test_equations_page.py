"""Equations on paper and in a browser: matrices are matrices, nothing of a formula is lost, nothing comes from the network."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app
from tests.support.package import LinkwrightError, Printed
from tests.support.terminal import Formula, Line, Matrix, document, formulas, latex_of, line_math, page

EXAMPLES = Path(__file__).parents[2] / "examples"
PENDULUM = str(EXAMPLES / "double_pendulum.yaml")
SCARA = str(EXAMPLES / "scara.yaml")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def page_of(tmp_path: Path, *words: str) -> Any:
    path = tmp_path / "page.html"
    run("equations", *words, "--html", str(path))
    return html.fromstring(path.read_text(encoding="utf-8"))


# --- LaTeX -----------------------------------------------------------------------------------------------------------------


def test_the_mass_matrix_is_a_matrix_in_latex() -> None:
    """Spong's double pendulum with rods' centres half way, in the order of a textbook."""
    out = run("equations", PENDULUM, "-Q", "M", "--latex")
    inside = re.search(r"\\\[ M = \\begin\{pmatrix\} (.*) \\end\{pmatrix\} \\\]", out)
    assert inside is not None
    (a, b), (c, d) = (row.split(" & ") for row in inside[1].split(r" \\ "))
    assert b == c == r"\frac{1}{2} L_{1} L_{2} m_{2} \cos(q_{2}) + \frac{1}{4} L_{2}^{2} m_{2}"
    assert d == r"\frac{1}{4} L_{2}^{2} m_{2}"
    assert a.count("+") == 3
    assert "M_{11}" not in out


def test_long_elements_stand_below_their_matrix() -> None:
    out = run("equations", str(EXAMPLES / "elbow6.urdf"), "-Q", "M", "--parameters", "numeric", "--latex")
    first, *others = [line for line in out.splitlines() if line.startswith(r"\[")]
    rows = first.split(r"\begin{pmatrix} ")[1].split(r" \end")[0].split(r" \\ ")
    assert [len(row.split(" & ")) for row in rows] == [6] * 6
    for k, row in enumerate(rows):
        assert [x.split(" & ")[k] for x in rows] == row.split(" & "), "it is symmetric"
    symbols = {x for row in rows for x in row.split(" & ") if re.fullmatch(r"M_\{\d\d\}", x)}
    assert {line.split(" = ")[0].removeprefix(r"\[ ") for line in others} == symbols


def test_what_is_no_matrix_or_too_wide_stays_lines() -> None:
    lines = tuple(Line(f"Y1{k}" if k < 10 else f"Y1,{k}", f"Y1{k} = x", f"Y_{{1,{k}}} = x") for k in range(1, 13))
    wide = Formula("y", "y", "y", "", lines, "closed", matrices=(Matrix("Y", (tuple(x.name for x in lines),)),))
    assert "pmatrix" not in latex_of([wide])
    assert latex_of([wide]).count(r"\[") == 12
    assert "pmatrix" not in run("equations", PENDULUM, "-Q", "potential_energy", "--latex")


def test_json_keeps_its_lines() -> None:
    import json

    data = json.loads(run("equations", PENDULUM, "-Q", "M", "--json"))
    assert list(data[0]) == ["quantity", "equation", "style", "operations", "lines"]
    assert [x["name"] for x in data[0]["lines"]] == ["M11", "M12", "M22"]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_documents_are_latex_and_fit_the_page(tmp_path: Path) -> None:
    found = formulas(lw.load(SCARA), Printed(quantities="M,V,G,J"))
    (tmp_path / "x.tex").write_text(document("scara", found), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "x.tex"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-500:]
    assert "Overfull" not in done.stdout


# --- pages -----------------------------------------------------------------------------------------------------------------


def test_a_page_shows_matrices_and_both_index_and_square(tmp_path: Path) -> None:
    made = page_of(tmp_path, PENDULUM)
    assert [len(table.findall(".//mtd")) for table in made.iter("mtable")] == [4, 2, 2]
    squares = [["".join(part.itertext()) for part in x] for x in made.iter("msubsup")]
    assert ["L", "1", "2"] in squares
    assert ["q˙", "1", "2"] in squares


def test_a_page_needs_no_network_and_no_script(tmp_path: Path) -> None:
    made = page_of(tmp_path, SCARA)
    assert not list(made.iter("script", "link", "img", "iframe"))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text


_STRUCTURE = (
    r"\\(?:(?:t?frac|left|right|sqrt|operatorname|mathrm|mathsf|text|d?dot|(?:wide)?hat|quad)(?![A-Za-z])|[,; ])"
)


def seen(latex: str) -> str:
    """Letters and signs of a line that a reader sees, in their order: made without the reader of the package."""
    text = re.sub(_STRUCTURE, " ", latex).replace(r"\_", "\0")
    signs = {"times": "×", "cdot": "·", "int": "∫", "lVert": "‖", "rVert": "‖"}
    text = re.sub(r"\\([A-Za-z]+)", lambda m: signs.get(m[1]) or greek(m[1]) or m[1], text)
    return re.sub(r"[{}_^\s]", "", text).replace("\0", "_").replace("-", "−")


def greek(name: str) -> str:
    kind = "CAPITAL" if name[0].isupper() else "SMALL"
    try:
        return unicodedata.lookup(f"GREEK {kind} LETTER {'LAMDA' if name.lower() == 'lambda' else name.upper()}")
    except KeyError:
        return ""


def shown(latex: str) -> str:
    """The text of the MathML of a line, without marks above letters."""
    made = etree.fromstring(f"<line>{line_math(latex).replace('<wbr>', '')}</line>")
    for mark in list(made.iter("mover")):
        mark.remove(mark[1])
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", "".join(made.itertext())))
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("double_pendulum.yaml", "M,V,G,J,fk"),
        ("screws.yaml", "M,G"),
        ("spherical_pendulum.yaml", "M,V"),
        ("loops/fourbar.yaml", "M"),
        ("manifold/quadrotor_load.yaml", "equations_of_motion,linearisation"),
        ("manifold/chaplygin_sleigh.yaml", "equations_of_motion,accelerations,energy"),
        ("manifold/reaction_mass_pendulum.yaml", "equations_of_motion,conserved_quantities"),
        ("manifold/rolling_ball.yaml", "equations_of_motion"),
    ],
)
@pytest.mark.parametrize("style", ["closed", "steps"])
def test_nothing_of_a_line_is_lost(file: str, asked: str, style: str) -> None:
    names = "equations_of_motion" if style == "steps" and file.startswith("manifold") else asked
    found = formulas(lw.load(EXAMPLES / file), Printed(quantities=names, style=style, seconds=0.5))
    lines = [line.latex for formula in found for line in formula.lines]
    assert lines
    for line in lines:
        assert shown(line) == seen(line)


def test_names_of_files_stay_text() -> None:
    formula = Formula("m", "m", "<b>", "", (Line("", "", r"\mathrm{<i>a\_b\&\%} = 1"),), "closed", "a & b")
    made = page("<script>", [formula])
    assert "<script>" not in made
    assert "<i>" not in made
    assert "&lt;i&gt;a_b&amp;%" in made
    assert "a &amp; b." in made


def test_lines_may_be_broken_between_terms_and_not_before_the_first() -> None:
    line = line_math(r"M_{11} = -a \left(b_{1} + c_{2}\right) - \sin(q_{1} + q_{2})")
    assert line.count("<wbr>") == 1
    assert line.startswith("<span><math><msub><mi>M</mi>")
    long = " + ".join(f"b_{{{k}}} \\cos(q_{{{k}}})" for k in range(1, 7))
    assert line_math(rf"M = a \left({long}\right)").count("<wbr>") == 5


# --- frames ----------------------------------------------------------------------------------------------------------------


def test_pose_and_jacobian_of_a_frame() -> None:
    """A SCARA's first link ends at the radius L1: read off the drawing, not derived."""
    out = run("equations", SCARA, "--frame", "link2")
    assert "forward_kinematics" in out
    assert "jacobian" in out
    assert "pose14 = L1 cos(q1)\n" in out
    assert "pose24 = L1 sin(q1)\n" in out
    assert "J11 = −L1 sin(q1)\n" in out
    assert "L2" not in out
    assert "L2" in run("equations", SCARA, "--frame", "tool")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((SCARA, "--frame", "nowhere"), "there is no frame 'nowhere'"),
        ((SCARA, "--frame", "tool", "-Q", "M,G"), "nothing of this is of the frame 'tool'"),
        ((str(EXAMPLES / "manifold/satellite.yaml"), "--frame", "tool"), "has no frames"),
    ],
)
def test_a_frame_that_means_nothing_is_refused(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(LinkwrightError, match=re.escape(told)):
        run("equations", *words)
