"""Which column is what: names that are understood, maps of the user, units, and what is told when something is missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import InputError
from linkwright.measurements.column_map import column_map
from linkwright.measurements.column_names import parted
from linkwright.measurements.columns import recording_of
from linkwright.measurements.recording import Recording
from linkwright.measurements.table import Table

JOINTS = ("shoulder_pan", "elbow")


def table(names: Sequence[str], rows: int = 4) -> Table:
    """Column k holds 100 k + row."""
    values = 100.0 * np.arange(len(names)) + np.arange(rows)[:, None]
    return Table(tuple(names), values, "run.csv")


def taken(
    names: Sequence[str], columns: Any = None, joints: Sequence[str] = JOINTS
) -> tuple[Recording, dict[str, list[int]]]:
    """The recording, and which columns it took for what, if none of them has a unit."""
    found = recording_of(table(names), joints, joints, joints, columns)
    return found, {word: [round(x / 100) for x in block[0]] for word, block in found.blocks().items()}


@pytest.mark.parametrize(
    "names",
    [
        "t q1 q2 v1 v2 tau1 tau2",
        "time q[0] q[1] dq[0] dq[1] torque[0] torque[1]",
        "stamp q_shoulder_pan q_elbow qd_shoulder_pan qd_elbow tau_shoulder_pan tau_elbow",
        "t shoulder_pan.q elbow.q shoulder_pan.v elbow.v shoulder_pan.tau elbow.tau",
        "Time shoulderPan_position elbow_position shoulderPan_velocity elbow_velocity shoulderPan_effort elbow_effort",
        "timestamp position_shoulder_pan position_elbow vel_shoulder_pan vel_elbow current_shoulder_pan current_elbow",
        "secs shoulder_pan elbow velocity1 velocity2 effort1 effort2",
        "t joint_1_pos joint_2_pos joint_1_vel joint_2_vel joint_1_torque joint_2_torque",
        "field.header.stamp field.position0 field.position1 field.velocity0 field.velocity1 field.effort0 field.effort1",
        "t q_1 q_2 q_dot_1 q_dot_2 i1 i2",
    ],
)
def test_usual_names_are_understood(names: str) -> None:
    _, found = taken(names.split())
    assert found == {"q": [1, 2], "v": [3, 4], "tau": [5, 6]}


def test_joints_are_found_in_any_order_of_columns() -> None:
    _, found = taken(["tau_elbow", "tau_shoulder_pan", "elbow", "shoulder_pan", "t"])
    assert found == {"q": [3, 2], "tau": [1, 0]}


@given(order=st.permutations([f"{word}{k}" for word in ("q", "v", "a", "tau") for k in range(1, 13)]))
def test_numbers_beyond_nine_are_in_order(order: list[str]) -> None:
    joints = [f"j{k}" for k in range(12)]
    found, at = taken(["t", *order], joints=joints)
    assert at["q"] == [1 + order.index(f"q{k}") for k in range(1, 13)]
    assert at["a"] == [1 + order.index(f"a{k}") for k in range(1, 13)]
    assert found.t[1] == 1


def test_desired_values_are_not_taken_for_measured_ones() -> None:
    found, at = taken(["t", "q1_d", "q2_d", "q1", "q2", "tau1_cmd", "tau2_cmd", "tau1", "tau2"])
    assert at == {"q": [3, 4], "tau": [7, 8]}
    assert found.notes[-1] == "not used: q1_d, q2_d, tau1_cmd, tau2_cmd"


def test_torques_come_before_currents() -> None:
    assert taken(["t", "q1", "q2", "current1", "current2", "torque1", "torque2"])[1]["tau"] == [5, 6]


def test_accelerations_and_wrenches_are_found() -> None:
    names = ["t", "q1", "q2", "ddq1", "ddq2", "tau1", "tau2", "ft_mx", "ft_my", "ft_mz", "ft_fx", "ft_fy", "ft_fz"]
    assert taken(names)[1] == {"q": [1, 2], "a": [3, 4], "tau": [5, 6], "wrench": [10, 11, 12, 7, 8, 9]}
    names = ["t", "q1", "q2", "tau1", "tau2", *(f"wrench{k}" for k in range(12))]
    assert taken(names)[1]["wrench"] == list(range(5, 17))


@pytest.mark.parametrize(
    "columns",
    [
        "t=clock, q=pos_*, tau=eff_{n}",
        "t: clock; q: pos_b, pos_a; effort: eff_1, eff_2",
        {"t": "clock", "q": ["pos_b", "pos_a"], "tau": "eff_*"},
        {"time": "clock", "position": "pos_{joint}", "force": ["eff_1", "eff_2"]},
    ],
)
def test_the_user_says_which(columns: Any) -> None:
    _, at = taken(["eff_2", "eff_1", "pos_a", "pos_b", "clock"], columns, joints=("b", "a"))
    assert at == {"q": [3, 2], "tau": [1, 0]}


def test_a_map_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("t: clock\nq: [x, y]\ntau: eff*\n")
    assert column_map(path) == column_map(str(path)) == {"t": ("clock",), "q": ("x", "y"), "tau": ("eff*",)}
    path.write_text("t: [clock\n")
    with pytest.raises(InputError, match="cannot be read"):
        column_map(path)
    path.write_text("- t\n")
    with pytest.raises(InputError, match="says no columns"):
        column_map(path)
    with pytest.raises(InputError, match="no such file"):
        column_map(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("w=speed", "'w' is nothing that is measured"),
        ("q=a, q=b", "the columns of q are said twice"),
        ("q=a, position=b", "the columns of q are said twice"),
        ("pos*", "'pos*' says no columns"),
        ("q=", "'q=' says no columns"),
    ],
)
def test_a_map_that_says_nothing(text: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        column_map(text)
    assert caught.value.what == what
    assert "t=stamp, q=pos*" in caught.value.hint


def test_units_that_are_told() -> None:
    names = ["t", "q1", "q2", "v1", "v2", "tau1", "tau2"]
    found = recording_of(table(names), JOINTS, JOINTS, JOINTS, "t=t[ms], q=q*[deg], v=v*[deg/s], tau=-tau*[mNm]")
    raw = table(names).values
    np.testing.assert_allclose(found.t, raw[:, 0] / 1000)
    np.testing.assert_allclose(found.q, np.radians(raw[:, 1:3]))
    assert found.v is not None
    np.testing.assert_allclose(found.v, np.radians(raw[:, 3:5]))
    np.testing.assert_allclose(found.tau, -raw[:, 5:7] / 1000)


def test_units_in_names() -> None:
    names = ["time_us", "q1 [deg]", "q2 [mm]", "v1 (rpm)", "v2 (mm/s)", "tau1 [Nm]", "tau2 [N]"]
    found = recording_of(table(names), JOINTS, JOINTS, JOINTS)
    raw = table(names).values
    np.testing.assert_allclose(found.t, raw[:, 0] * 1e-6)
    np.testing.assert_allclose(found.q, raw[:, 1:3] * [np.pi / 180, 1e-3])
    assert found.v is not None
    np.testing.assert_allclose(found.v, raw[:, 3:5] * [2 * np.pi / 60, 1e-3])
    np.testing.assert_array_equal(found.tau, raw[:, 5:7])


@pytest.mark.parametrize(
    ("head", "name", "unit"),
    [
        ("x [mm]", "x", "mm"),
        ("x(mm)", "x", "mm"),
        ("x_mm", "x", "mm"),
        ("elbow deg", "elbow", "deg"),
        ("arm_m", "arm_m", ""),
        ("x [furlong]", "x [furlong]", ""),
        ("mm", "mm", ""),
    ],
)
def test_names_and_units_are_told_apart(head: str, name: str, unit: str) -> None:
    assert parted(head, ("mm", "deg")) == (name, unit)


def test_stamps_of_ros() -> None:
    names = ("stamp.secs", "stamp.nsecs", "q1", "q2", "tau1", "tau2")
    rows = [[1.7e9, 999_000_000, 0, 0, 0, 0], [1.7e9 + 1, 1_000_000, 0, 0, 0, 0]]
    found = recording_of(Table(names, np.array(rows), "run.csv"), JOINTS, JOINTS, JOINTS)
    np.testing.assert_allclose(np.diff(found.t), [0.002], rtol=1e-9)


def test_nothing_is_copied_where_columns_stand_together() -> None:
    given = table(["t", "q1", "q2", "tau1", "tau2"])
    found = recording_of(given, JOINTS, JOINTS, JOINTS)
    assert np.shares_memory(found.q, given.values)
    with pytest.raises(ValueError, match="read-only"):
        found.q[0, 0] = 1


@pytest.mark.parametrize(
    ("names", "columns", "what", "hint"),
    [
        ("q1 q2 tau1 tau2", "", "the table has no column of time", "the file has: q1, q2, tau1, tau2"),
        ("t x1 x2 tau1 tau2", "", "no columns for the positions of shoulder_pan, elbow", "the file has: t, x1, x2"),
        ("t q1 tau1 tau2", "", "no columns for the positions of shoulder_pan, elbow; found: q1", "q=joint_pos_*"),
        ("t q1 q2 q3 tau1 tau2", "", "found: q1, q2, q3", "say which they are"),
        ("t q1 q2", "", "no columns for the forces of shoulder_pan, elbow", "tau=joint_pos_*"),
        ("t q1 q2 tau1 tau2", "q=pos*", "no column is called 'pos*'", "the file has: t, q1"),
        ("t q1 q2 tau1 tau2", "q=q*, tau=q1", "tau = q1 are 1 column (q1), and 2 are needed", "shoulder_pan, elbow"),
    ],
)
def test_what_is_missing_is_told(names: str, columns: str, what: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        recording_of(table(names.split()), JOINTS, JOINTS, JOINTS, columns)
    assert what in caught.value.what
    assert hint in caught.value.hint
    assert caught.value.where == "run.csv"


def with_cells(cells: dict[tuple[int, int], float]) -> Table:
    values = np.array(table(["t", "q1", "q2", "v1", "v2", "tau1", "tau2"], 20).values)
    for at, value in cells.items():
        values[at] = value
    return Table(("t", "q1", "q2", "v1", "v2", "tau1", "tau2"), values, "run.csv", lines=((0, 2),))


def test_cells_without_numbers() -> None:
    found = recording_of(with_cells({(3, 5): np.nan}), JOINTS, JOINTS, JOINTS)
    assert "column 'tau1' has no number in 1 row, first at run.csv:5" in found.notes
    for cells, where, what in (
        ({(3, 5): np.nan, (4, 5): np.inf}, "run.csv:6", "column 'tau1' has an infinite number"),
        ({(k, 2): np.nan for k in range(9)}, "run.csv:2", "column 'q2' has no number in 9 of 20 rows"),
        ({(7, 0): np.nan}, "run.csv:9", "1 time in column 't' are missing"),
    ):
        with pytest.raises(InputError) as caught:
            recording_of(with_cells(cells), JOINTS, JOINTS, JOINTS)
        assert (caught.value.what, caught.value.where) == (what, where)


def test_rates_that_are_all_empty_were_not_measured() -> None:
    cells = {(row, column): np.nan for row in range(20) for column in (3, 4)}
    found = recording_of(with_cells(cells), JOINTS, JOINTS, JOINTS)
    assert found.v is None
    assert "column 'v1' is empty" in found.notes


def test_rates_may_be_left_out() -> None:
    assert "v" not in taken(["t", "q1", "q2", "v1", "v2", "tau1", "tau2"], "v=none")[1]


def test_other_text_in_the_file_is_noted() -> None:
    given = Table(("t", "q", "tau"), np.zeros((3, 3)), "run.csv", ("'frame' holds text, as 'base'",))
    assert "not read: 'frame' holds text, as 'base'" in recording_of(given, ["hinge"], ["hinge"], ["hinge"]).notes
