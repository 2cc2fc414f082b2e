"""The report of an identification: complete, true to what was found, safe with any name, all of it or nothing."""

from __future__ import annotations

import csv
import html
import json
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import EmitError
from linkwright.identification.identified import Identification
from linkwright.identification.report import as_data, write_report
from linkwright.identification.report.figures import curve
from linkwright.measurements.finding import Finding
from tests.identification.report.made import HELD, arm, made
from tests.support.cli import run

EXAMPLES = Path(__file__).parents[3] / "examples"
HOSTILE = "x&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
FINDING = Finding("degrees", "lift is in <degrees>", "largest 170", "use --columns", "error", ("lift",))


class Text(HTMLParser):
    """Words and elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.heads, self.tags, self.links = "", list[str](), list[str](), list[str]()
        self._head = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for key, value in attrs if key in ("href", "src") and value]
        self._head = tag == "h2"

    def handle_data(self, data: str) -> None:
        self.words += data + " "
        if self._head:
            self.heads.append(data)
            self._head = False


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Identification, Path]:
    folder = tmp_path_factory.mktemp("identified")
    source = arm(folder)
    found = made(source)
    files = write_report(found, folder / "out", source)
    assert {f.name for f in files} == {f.name for f in (folder / "out").iterdir()}
    return found, folder / "out"


def test_tables_have_every_digit(written: tuple[Identification, Path]) -> None:
    found, out = written
    table = rows(out / "parameters.csv")
    assert [row["name"] for row in table] == list(found.names)
    assert [float(row["value"]) for row in table] == found.values.tolist()
    prior = found.model.B @ found.model.prior
    assert [float(row["prior"]) for row in table] == prior.tolist()
    assert [row["poor"] for row in table] == ["yes", "yes", *["no"] * (len(table) - 2)]
    assert [row["essential"] for row in table] == ["no", "no", *["yes"] * (len(table) - 2)]
    assert table[0]["standard_error"] == "inf"
    physical = rows(out / "physical.csv")
    assert {row["name"]: float(row["value"]) for row in physical} == dict(found.physical)


def test_units_are_those_of_the_joints(written: tuple[Identification, Path]) -> None:
    _, out = written
    unit = {row["name"]: row["unit"] for row in rows(out / "physical.csv")}
    assert [unit[n] for n in ("m_c", "mx_c", "Ixx_c")] == ["kg", "kg m", "kg m²"]
    assert [unit[n] for n in ("viscous_lift", "viscous_reach")] == ["N m s/rad", "N s/m"]
    assert [unit[n] for n in ("rotor_lift", "rotor_reach", "offset_reach")] == ["kg m²", "kg", "N"]
    assert {row["force"]: row["unit"] for row in rows(out / "residuals.csv")}["reach"] == "N"


def test_residuals_are_those_of_the_samples(written: tuple[Identification, Path]) -> None:
    """Of the part that was held out, from the trace itself."""
    found, out = written
    trace = found.traces[0]
    error = (trace.tau - trace.predicted)[trace.t >= HELD]
    told = {r["force"]: float(r["rms_held_out"]) for r in rows(out / "residuals.csv") if r["method"] == "wls"}
    assert list(told.values()) == pytest.approx(np.sqrt(np.mean(error**2, axis=0)))
    assert list(told) == list(found.model.rows)


def test_data_is_strict_json(written: tuple[Identification, Path]) -> None:
    found, out = written

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    data = json.loads((out / "identification.json").read_text(encoding="utf-8"), parse_constant=refuse)
    assert data == as_data(found)
    assert data["version"] == 1
    assert data["parameters"][0]["error"] is None
    assert data["parameters"][3]["value"] == found.values[3]
    assert data["consistency"]["tried"][2]["relative_held_out"] is None
    assert len(data["consistency"]["eigenvalues"]["b"]) == 4


def test_the_page(written: tuple[Identification, Path]) -> None:
    """All parameters, all forces by all fits, nothing from a network, links that lead to files."""
    found, out = written
    page = (out / "report.html").read_text(encoding="utf-8")
    text = Text(page)
    assert all(name in text.words for name in (*found.names, *found.model.rows, "wls, held out", "consistent, fitted"))
    assert "2 of them poorly identified" in text.words
    assert "script" not in text.tags
    assert "http" not in page.replace("http-equiv", "")
    assert {link for link in text.links if not link.startswith("#")} == {
        "robot_identified.urdf",
        "robot_identified.yaml",
    }
    assert all((out / link).is_file() for link in text.links)
    assert text.tags.count("svg") >= 2 * 3 + 3 + 2 + 1  # forces and residuals, filtering, rates, weights
    assert text.words.count("held out: only predicted") == 6


def test_pictures_stand_alone(written: tuple[Identification, Path]) -> None:
    """XML with colours written out: a drawing program knows no variables of a page."""
    _, out = written
    pictures = sorted(out.glob("*.svg"))
    assert [p.name for p in pictures] == ["filtering.svg", "forces.svg", "parameters.svg", "weights.svg"]
    for path in pictures:
        text = path.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in text
        width, height = (float(root.get(n, "0")) for n in ("width", "height"))
        for x, y in re.findall(r"translate\((\d+) (\d+)\)", text):
            assert float(x) < width
            assert float(y) < height


def test_findings_come_first(tmp_path: Path) -> None:
    source = arm(tmp_path)
    found = made(source, findings=(FINDING,))
    write_report(found, tmp_path / "out", source)
    text = Text((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert text.heads[0] == "Findings"
    assert all(part in text.words for part in ("lift is in <degrees>", "largest 170", "use --columns"))
    assert as_data(found)["findings"][0]["severity"] == "error"


def test_without_bodies_that_can_be(tmp_path: Path) -> None:
    """No robot file, and the page says why; the rest is there."""
    source = arm(tmp_path)
    found = made(source, consistency=None, traces=(), correlations=())
    found = replace(found, fits={"wls": found.fits["wls"]})
    names = {f.name for f in write_report(found, tmp_path / "out", source)}
    assert names == {"report.html", "parameters.csv", "residuals.csv", "identification.json", "parameters.svg"}
    assert "--no-consistent" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    source = arm(tmp_path, HOSTILE)
    found = made(source)
    write_report(found, tmp_path / "out", source)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "alert(1)" in Text(page).words
    ElementTree.fromstring((tmp_path / "out" / "forces.svg").read_text(encoding="utf-8"))


def test_all_or_nothing(tmp_path: Path) -> None:
    """A folder in the way, or another's robot file: what was there stays, and nothing is added."""
    source = arm(tmp_path)
    found = made(source)
    (tmp_path / "one" / "report.html").mkdir(parents=True)
    with pytest.raises(EmitError, match="is a folder"):
        write_report(found, tmp_path / "one", source)
    assert [p.name for p in (tmp_path / "one").iterdir()] == ["report.html"]
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "robot_identified.yaml").write_text("mine")
    with pytest.raises(EmitError, match="not written by Linkwright"):
        write_report(found, tmp_path / "two", source)
    assert [p.read_text() for p in (tmp_path / "two").iterdir()] == ["mine"]
    write_report(found, tmp_path / "three", source)
    write_report(found, tmp_path / "three", source)  # its own files are replaced


def test_several_recordings_and_a_loop(tmp_path: Path) -> None:
    """A five-bar: two motors, a YAML file, pictures by number."""
    source = EXAMPLES / "loops" / "fivebar1.yaml"
    found = made(source)
    found = replace(found, traces=found.traces * 8)
    names = {f.name for f in write_report(found, tmp_path / "out", source)}
    assert {"forces_1.svg", "forces_6.svg", "filtering_6.svg", "robot_identified.yaml"} <= names
    assert not {n for n in names if n.endswith(".urdf")}
    text = Text((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).words
    assert "2 more recordings not drawn" in text
    assert isinstance(lw.load(tmp_path / "out" / "robot_identified.yaml"), lw.ClosedRobot)


def test_gains_are_told(tmp_path: Path) -> None:
    source = arm(tmp_path)
    found = made(source, gains=(np.array([0.1, 0.2, 0.3]), np.array([0.01, 0.01, 0.02])))
    write_report(found, tmp_path / "out", source)
    data = json.loads((tmp_path / "out" / "identification.json").read_text(encoding="utf-8"))
    assert data["gains"][1] == {"motor": "lift", "value": 0.2, "standard_error": 0.01}
    assert "Drive gains" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_curves_keep_every_peak() -> None:
    values = np.sin(np.linspace(0, 9, 50_000))
    values[12_345], values[40_001] = 7.0, -8.0
    drawn = curve(np.arange(50_000.0), values, 0, "")
    assert len(drawn.x) < 1000
    assert (max(drawn.y), min(drawn.y)) == (7.0, -8.0)
    assert drawn.x == sorted(drawn.x)


def test_the_next_commands_work(written: tuple[Identification, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand on the page, in the report's folder."""
    _, out = written
    page = (out / "report.html").read_text(encoding="utf-8")
    listed = re.search(r"<pre>(.*?)</pre>", page, re.DOTALL)
    assert listed
    lines = [shlex.split(html.unescape(line), comments=True)[1:] for line in listed[1].splitlines()]
    assert [line[0] for line in lines] == ["check", "build", "verify", "identify", "excite"]
    monkeypatch.chdir(out)
    assert run(lines[0]) == 0
    assert run(lines[2]) == 0
