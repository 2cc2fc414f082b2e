"""Motions, verdicts and reports as JSON."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.schema.support import ROOT, differences, through_text
from tests.support.cli import app
from tests.support.schema import from_json, to_json
from tests.support.simulation import Run, simulate
from tests.support.verification import Row, Verdict, verify


@pytest.mark.parametrize("file", ["double_pendulum.yaml", "loops/fourbar.yaml"])
def test_the_motion_of_a_robot_comes_back(file: str) -> None:
    motion = simulate(lw.load(ROOT / "examples" / file), Run(time=0.2))
    back = through_text(motion)
    assert not list(differences(motion, back))
    assert back.energy_error == motion.energy_error


def test_the_motion_of_a_lagrangian_comes_back() -> None:
    system: Any = lw.load(ROOT / "examples/manifold/spherical_pendulum.yaml")
    motion = simulate(system, Run(time=0.1))
    assert not list(differences(motion, through_text(motion)))


def test_series_have_a_row_for_every_instant() -> None:
    document = to_json(simulate(lw.load(ROOT / "examples/double_pendulum.yaml"), Run(time=0.05)))
    document["samples"]["q"].pop()
    with pytest.raises(lw.LinkwrightError, match="5 rows for 6 instants"):
        from_json(document)


def test_the_verdict_of_a_fourbar_comes_back() -> None:
    verdict = verify(lw.load(ROOT / "examples/loops/fourbar.yaml"), laws=[3, 4, 5])
    assert len(verdict.rows) == 3
    assert through_text(verdict) == verdict


def test_a_verdict_keeps_what_was_not_measured() -> None:
    rows = (
        Row(1, "one", math.inf, None, False, "why"),
        Row(2, "two", None, True, None),
        Row(3, "three", 0.1, False, True),
    )
    verdict = Verdict("arm", rows)
    assert through_text(verdict) == verdict


@pytest.mark.parametrize("file", ["cart_pole.yaml", "loops/fourbar.yaml", "manifold/pendulum_3d.yaml"])
def test_reports_come_back(file: str) -> None:
    printed = CliRunner().invoke(app, ["check", str(ROOT / "examples" / file), "--json"]).stdout
    report = json.loads(printed)
    assert report["name"] == Path(file).stem
    assert not list(differences(report, through_text(report)))


def test_reports_keep_numbers_that_json_lacks() -> None:
    facts = {
        "name": "arm",
        "upper": math.inf,
        "third": Fraction(1, 3),
        "big": 2**70,
        "text": "inf",
        "nested": [{"a": [1, 2.0]}],
    }
    assert not list(differences(facts, through_text(facts)))


def test_a_report_names_its_mechanism() -> None:
    with pytest.raises(lw.LinkwrightError, match="without a name"):
        to_json({"nq": 2})
