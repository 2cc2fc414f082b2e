"""Mass matrices that are singular but for rounding: said with the body and a remedy that works, never integrated for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.package import InputError, LinkwrightError, QuantityError
from tests.support.simulation import Run, making_headway, simulate
from tests.support.verification import verify

INERTIAL = """<inertial><origin xyz="0.1 {y} 0" rpy="{rpy}"/><mass value="1"/>
  <inertia ixx="0.01" iyy="0.02" izz="0.025" ixy="0" ixz="0" iyz="0"/></inertial>"""
AXES = {"oblique": ("1 2 3", "0.1 0.2 0.3"), "upright": ("0 0 1", "0 0 0.1")}
"""Axis of two hinges, and a second point of it: the pivot is rounding, or zero in every digit."""


def on_one_axis(axis: str, own: str = "") -> str:
    """Two bodies on one axis of a root that has no inertia, or `own`."""
    direction, place = AXES[axis]
    hinges = "".join(
        f'<joint name="j_{child}" type="continuous"><parent link="w"/><child link="{child}"/><origin xyz="{at}"/>'
        f'<axis xyz="{direction}"/></joint>'
        for child, at in (("a", "0 0 0"), ("b", place))
    )
    a, b = INERTIAL.format(y=0, rpy="0.3 0.2 0.1"), INERTIAL.format(y=0.02, rpy="0.1 0.5 0.7")
    return (
        f'<robot name="r"><link name="w">{own}</link><link name="a">{a}</link><link name="b">{b}</link>{hinges}</robot>'
    )


def loaded(folder: Path, text: str, floating: bool = True) -> Any:
    (folder / "r.urdf").write_text(text)
    return lw.load(folder / "r.urdf", floating=floating)


@pytest.mark.parametrize("axis", AXES)
def test_a_root_without_inertia_is_named_and_the_remedies_work(tmp_path: Path, axis: str) -> None:
    with pytest.raises(LinkwrightError, match="body 'w' has no mass or inertia of its own") as error:
        simulate(loaded(tmp_path, on_one_axis(axis)), Run(time=0.1))
    assert "give the body 'w' itself a mass and an inertia, or hold its base fixed" in error.value.hint
    own = INERTIAL.format(y=0, rpy="0 0 0")
    for robot in (loaded(tmp_path, on_one_axis(axis, own)), loaded(tmp_path, on_one_axis(axis), floating=False)):
        motion = simulate(robot, Run(time=0.1))
        assert np.all(np.isfinite(motion.v))


@pytest.mark.parametrize("axis", AXES)
def test_laws_of_a_root_without_inertia_end_and_hold(tmp_path: Path, axis: str) -> None:
    verdict = verify(loaded(tmp_path, on_one_axis(axis)), laws=[7, 19, 20, 22])
    assert verdict.ok
    notes = {row.law: row.note for row in verdict.rows}
    assert all("body 'w' has no mass or inertia of its own" in notes[law] for law in (7, 19))


@pytest.mark.parametrize("method", ["mass_matrix", "articulated_body"])
def test_both_methods_name_the_root(tmp_path: Path, method: str) -> None:
    with pytest.raises(QuantityError, match="body 'w' has no mass or inertia of its own"):
        lw.derive(loaded(tmp_path, on_one_axis("upright")), "forward_dynamics", method=method)


def test_a_light_root_is_simulated(tmp_path: Path) -> None:
    """A millionth of the inertia beyond it is no rounding."""
    own = '<inertial><mass value="1e-6"/><inertia ixx="1e-8" iyy="1e-8" izz="1e-8" ixy="0" ixz="0" iyz="0"/></inertial>'
    motion = simulate(loaded(tmp_path, on_one_axis("oblique", own)), Run(time=0.1))
    assert np.all(np.isfinite(motion.v))


def test_an_integration_without_headway_ends() -> None:
    slope = making_headway(lambda t, y: -y, patience=10)
    for _ in range(10):
        slope(0.0, np.ones(1))
    with pytest.raises(InputError, match=r"no headway: 11 evaluations for 0 s"):
        slope(0.0, np.ones(1))
