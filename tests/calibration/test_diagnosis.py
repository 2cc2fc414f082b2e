"""Tables that are wrong in ways that people are wrong: each is told with what it would be, never calibrated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.calibration.run import calibrate
from linkwright.errors import InputError
from tests.calibration.arms import EXAMPLES, measure

Table = dict[str, np.ndarray]
ROBOT = lw.load(EXAMPLES / "elbow6.urdf")
JOINTS = ROBOT.joint_names


@cache
def good(kind: str = "pose") -> Table:
    return measure(ROBOT, kind, 60, noise=1e-4).table


def in_degrees(x: Table) -> Table:
    return {n: np.rad2deg(v) if n in JOINTS else v for n, v in x.items()}


def in_millimetres(x: Table) -> Table:
    return {n: v * 1e3 if n in ("x", "y", "z", "distance") else v for n, v in x.items()}


def exchanged(x: Table) -> Table:
    return {**x, JOINTS[1]: x[JOINTS[3]], JOINTS[3]: x[JOINTS[1]]}


def reversed_joint(x: Table) -> Table:
    return {**x, JOINTS[2]: -x[JOINTS[2]]}


def w_first(x: Table) -> Table:
    return {**x, "qx": x["qw"], "qy": x["qx"], "qz": x["qy"], "qw": x["qz"]}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (in_degrees, "if joints are in degrees"),
        (in_millimetres, "if lengths are in millimetres"),
        (lambda x: in_degrees(in_millimetres(x)), "if joints are in degrees and lengths in millimetres"),
        (exchanged, f"if the columns of '{JOINTS[1]}' and '{JOINTS[3]}' are exchanged"),
        (reversed_joint, f"if '{JOINTS[2]}' counts the other way"),
        (w_first, "if quaternions are w x y z"),
    ],
)
def test_another_reading_fits(spoil: Callable[[Table], Table], words: str) -> None:
    with pytest.raises(InputError) as told:
        calibrate(ROBOT, spoil(good()))
    assert told.value.what.endswith(words)
    assert "measured and modelled differ by" in told.value.what
    assert told.value.hint


@pytest.mark.parametrize("spoil", [in_degrees, in_millimetres, exchanged])
@pytest.mark.parametrize("kind", ["position", "distance"])
def test_the_same_without_rotations(spoil: Callable[[Table], Table], kind: str) -> None:
    with pytest.raises(InputError, match=r"measured and modelled differ by .* if"):
        calibrate(ROBOT, spoil(good(kind)))


def test_inverse_poses() -> None:
    with pytest.raises(InputError, match=r"\(inverse\)") as told:
        calibrate(ROBOT, good("camera"), measured="pose")
    assert told.value.hint == "say --measured camera, or invert them"
    with pytest.raises(InputError, match=r"\(inverse\)"):
        calibrate(ROBOT, good(), measured="camera")


def test_wrong_frame() -> None:
    inner, outer = (ROBOT.joints[n].child for n in (JOINTS[2], JOINTS[-1]))
    with pytest.raises(InputError, match=f"if the frame is on '{outer}'") as told:
        calibrate(ROBOT, good(), frame=inner)
    assert told.value.hint == f"say --frame {outer}"


def test_numbers_that_mean_nothing() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="of the spread with the best base and tool") as told:
        calibrate(ROBOT, {n: rng.uniform(-1, 1, 60) for n in (*JOINTS, "x", "y", "z")})
    assert "check the robot" in told.value.hint


def test_a_joint_that_stands_still() -> None:
    """Its offset hides in the tool; what it would have told is left out, and said."""
    truth = measure(ROBOT, "pose", 60)
    table = truth.table
    from linkwright.calibration.elementary_transforms import Postures, poses
    from tests.calibration.arms import columns

    q = np.column_stack([table[n] for n in JOINTS])
    q[:, -1] = 0.3
    T = poses(truth.chain.transforms, truth.values, Postures(q, 0 * q))
    found = calibrate(
        ROBOT, {**dict(zip(JOINTS, q.T, strict=True)), **columns("pose", T, 0.0, np.random.default_rng(0))}
    )
    assert found.notes == (f"'{JOINTS[-1]}' stands still in all postures",)
    assert any(not x.theory for x in found.left_out)
    assert found.held_after.largest < 1e-10


def write(path: Path, table: Table, heads: dict[str, str] | None = None) -> Path:
    if heads is None:
        heads = {}
    lines = [",".join(heads.get(n, n) for n in table)]
    lines += [",".join(repr(float(x)) for x in row) for row in zip(*table.values(), strict=True)]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_units_in_heads(tmp_path: Path) -> None:
    heads = {n: f"{n} [mm]" for n in "xyz"} | {n: f"{n}_deg" for n in JOINTS}
    path = write(tmp_path / "poses.csv", in_degrees(in_millimetres(good())), heads)
    one, other = calibrate(ROBOT, path), calibrate(ROBOT, good())
    assert one.after.rms == pytest.approx(other.after.rms, rel=1e-9)


def test_outliers_have_their_line(tmp_path: Path) -> None:
    table = {n: np.array(x) for n, x in good().items()}
    table["y"][11] += 0.05
    found = calibrate(ROBOT, write(tmp_path / "poses.csv", table))
    assert [x.place for x in found.outliers] == [f"{found.outliers[0].place.rpartition(':')[0]}:13"]


def test_matrices_angles_and_vectors(tmp_path: Path) -> None:
    """The same poses in other words."""
    from scipy.spatial.transform import Rotation

    table = good()
    R = Rotation.from_quat(np.column_stack([table[f"q{c}"] for c in "xyzw"]))
    rest = {n: v for n, v in table.items() if n not in ("qx", "qy", "qz", "qw")}
    bare = {n: v for n, v in rest.items() if n not in "xyz"}
    matrix = {f"t{i + 1}{j + 1}": R.as_matrix()[:, i, j] for i in range(3) for j in range(3)}
    matrix |= {f"t{i + 1}4": table["xyz"[i]] for i in range(3)}
    spellings = [
        {**rest, **dict(zip(("roll", "pitch", "yaw"), R.as_euler("xyz").T, strict=True))},
        {**rest, **dict(zip(("rx", "ry", "rz"), R.as_rotvec().T, strict=True))},
        {**bare, **matrix},
    ]
    wanted = calibrate(ROBOT, table)
    for spelled in spellings:
        assert calibrate(ROBOT, spelled).after.rms == pytest.approx(wanted.after.rms, rel=1e-6)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: {n: v for n, v in x.items() if n != JOINTS[0]}, f"no column for joint '{JOINTS[0]}'"),
        (lambda x: {n: v for n, v in x.items() if n in JOINTS}, "nothing measured"),
        (lambda x: {**x, "qw": x["qw"] * 2}, "a quaternion whose length is not 1"),
        (lambda x: {**x, "x": x["x"] * np.nan}, "no row of the table is complete"),
        (lambda x: {**x, "x": x["x"] * 1e300}, "a number of the table is too large"),
        (lambda x: {**x, "x": x["x"] * 0 + 1e7}, "too large\n .*are below 1e"),
        (lambda x: {**x, JOINTS[1]: x[JOINTS[1]] * 0 - 1e7}, "a number of the table is too large"),
        (lambda x: {n: x.get(n, x["qx"] * 180) for n in (*JOINTS, *"xyz", "roll", "pitch", "yaw")}, "is more than a turn"),
        (lambda x: {**x, "x": x["x"][:5]}, "columns of different lengths"),
    ],
)  # fmt: skip
def test_hostile_tables(change: Callable[[Table], Table], words: str) -> None:
    with pytest.raises(InputError, match=words):
        calibrate(ROBOT, change(good()))


@pytest.mark.parametrize("text", ["", "joint1,x\n", "\x00\x01", "a,b\n1,2\n3\n", "x,y,z\n1,2,three\n"])
def test_hostile_files(tmp_path: Path, text: str) -> None:
    path = tmp_path / "poses.csv"
    path.write_text(text)
    with pytest.raises(lw.LinkwrightError):
        calibrate(ROBOT, path)


def test_empty_cells_are_told(tmp_path: Path) -> None:
    table = {n: np.array(x) for n, x in good().items()}
    table["z"][4] = np.nan
    found = calibrate(ROBOT, table)
    assert found.notes == ("1 row with empty cells left out: poses, row 5",)
