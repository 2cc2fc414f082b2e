"""Tendons: against virtual work of a stretched length, by the laws, and through every format that has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.schema.support import differences, through_text
from tests.support.verification import verify

REST, STIFFNESS, DAMPING = -1.0, 30.0, 0.2


def arm(**tendons: Any) -> dict[str, Any]:
    """Three hinges, and a finger that slides as the last one turns."""
    return {
        "linkwright": 1,
        "name": "arm",
        "parameters": {"k": STIFFNESS, "r": 0.5},
        "joints": {
            "turn": {"type": "revolute", "parent": "world", "child": "post"},
            "shoulder": {"type": "revolute", "axis": [0, 1, 0], "parent": "post", "child": "upper", "xyz": [0, 0, 0.4]},
            "elbow": {"type": "revolute", "axis": [0, 1, 0], "parent": "upper", "child": "lower", "xyz": [0.4, 0, 0]},
            "finger": {"type": "prismatic", "axis": [1, 0, 0], "parent": "lower", "child": "tip", "xyz": [0.3, 0, 0],
                       "mimic": {"joint": "elbow", "multiplier": 0.1, "offset": 0.02}},
        },
        "bodies": {
            "post": {"mass": 3, "inertia": [1, 1, 1]},
            "upper": {"mass": 2, "com": [0.2, 0, 0], "inertia": [0.01, 0.1, 0.1]},
            "lower": {"mass": 1, "com": [0.15, 0, 0.05], "inertia": [0.01, 0.05, 0.05]},
            "tip": {"mass": 0.2, "inertia": [0.001, 0.001, 0.001]},
        },
        "tendons": tendons,
    }  # fmt: skip


CORD = {"joints": {"shoulder": 1, "elbow": "-r", "finger": 2}, "spring": "k", "rest": REST, "damper": DAMPING}


def length(q: np.ndarray) -> float:
    return float(q[1] - 0.5 * q[2] + 2 * (0.1 * q[2] + 0.02))


def test_a_tendon_pulls_by_virtual_work() -> None:
    robot, bare = (
        lw.load(arm(cord=CORD)),
        lw.load(arm(other={"joints": {"turn": "r"}, "spring": 0, "damper": "k - 30"})),
    )
    q, v, a = np.random.default_rng(5).uniform(-1, 1, (3, 3))
    along = np.array([length(e) - length(np.zeros(3)) for e in np.eye(3)])
    pull = along * (STIFFNESS * (length(q) - REST) + DAMPING * along @ v)
    tau = [lw.derive(x, "inverse_dynamics")(q=q, v=v, a=a) for x in (robot, bare)]
    np.testing.assert_allclose(tau[0] - tau[1], pull, rtol=1e-12, atol=1e-12)
    stored = [lw.derive(x, "potential_energy")(q=q) for x in (robot, bare)]
    assert stored[0] - stored[1] == pytest.approx(0.5 * STIFFNESS * (length(q) - REST) ** 2, rel=1e-12)


def test_the_laws_hold_with_tendons() -> None:
    assert verify(lw.load(arm(cord=CORD)), laws=[3, 7, 8, 19, 20, 21]).ok


def test_a_tendon_across_a_loop() -> None:
    path = Path(__file__).parents[2] / "examples/loops/fourbar.yaml"
    robot = lw.load(path)
    assert isinstance(robot, lw.ClosedRobot)
    single = [n for n in robot.tree.offsets if robot.joints[n].joint_type.single]
    import ruamel.yaml

    text = ruamel.yaml.YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    cord = {"joints": {n: k + 0.5 for k, n in enumerate(single)}, "spring": 4, "rest": 0.3, "damper": 0.2}
    assert verify(lw.load({**text, "tendons": {"cord": cord}}), laws=[3, 7, 19]).ok


@pytest.mark.parametrize("suffix", ["yaml", "xml"])
def test_formats_that_have_tendons_keep_them(suffix: str, tmp_path: Path) -> None:
    if suffix == "xml":
        pytest.importorskip("mujoco")
    robot = lw.load(arm(cord=CORD, other={"joints": {"turn": 0.3}, "damper": 2}))
    losses = lw.save(robot, tmp_path / f"arm.{suffix}")
    assert {x.thing for x in losses} <= {"parameter"}
    again = lw.load(tmp_path / f"arm.{suffix}")
    assert [x.name for x in again.tree.tendons] == ["cord", "other"]
    if suffix == "yaml":
        q, v, a = np.random.default_rng(5).uniform(-1, 1, (3, 3))
        ours, theirs = (lw.derive(x, "inverse_dynamics")(q=q, v=v, a=a) for x in (robot, again))
        np.testing.assert_array_equal(ours, theirs)


def test_formats_without_tendons_say_so(tmp_path: Path) -> None:
    losses = lw.save(lw.load(arm(cord=CORD)), tmp_path / "arm.urdf")
    assert [x.name for x in losses if x.thing == "tendon"] == ["cord"]


def test_json_keeps_every_digit() -> None:
    robot = lw.load(arm(cord=CORD))
    assert not list(differences(robot, through_text(robot)))


def test_a_tendon_goes_with_its_joints() -> None:
    robot = lw.load(arm(cord=CORD, wrist={"joints": {"elbow": 1}, "spring": 1}), root="upper")
    assert [x.name for x in robot.tree.tendons] == ["wrist"]
    assert any(n.what == "tendon 'cord': a part of it is left out" for n in robot.notes)


@pytest.mark.parametrize(
    ("tendon", "what"),
    [
        ({"joints": {"wing": 1}, "spring": 1}, "tendon 'cord' joins unknown joint 'wing'"),
        ({"joints": {}, "spring": 1}, "tendon 'cord' joins no joints"),
        ({"spring": 1}, "tendon 'cord' has no joints"),
        ({"joints": {"turn": 1}, "damper": -1}, "tendon 'cord' has damping -1"),
        ({"joints": {"turn": 1}, "coulomb": 1}, "coulomb"),
        ({"joints": {"turn": 1e60}, "spring": 1}, "tendon 'cord' has the number 1e+60"),
    ],
)
def test_what_cannot_be_a_tendon_is_told(tendon: dict[str, Any], what: str) -> None:
    with pytest.raises(lw.LinkwrightError) as error:
        lw.load(arm(cord=tendon))
    assert what in str(error.value)
