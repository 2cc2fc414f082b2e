"""SDF: the same mechanism as a URDF, links with two parents, gearboxes, a real robot with loops."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

URDF = """
<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.1 0.02 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>
    <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.025"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0 0.1 0.2"/><mass value="1"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.012" iyz="0" izz="0.005"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.5" rpy="0.3 0 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="lower"/>
    <origin xyz="0 0 0.4" rpy="0 0.5 0"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""


def inertial(mass: float, pose: str, t: tuple[float, ...]) -> str:
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    entries = "".join(f"<{n}>{x}</{n}>" for n, x in zip(names, t, strict=True))
    return f"<inertial><pose>{pose}</pose><mass>{mass}</mass><inertia>{entries}</inertia></inertial>"


UPPER = inertial(2, "0.1 0.02 0.3 0.1 0.2 0.3", (0.02, 0.001, 0.002, 0.03, 0.003, 0.025))
LOWER = inertial(1, "0 0.1 0.2 0 0 0", (0.01, 0, 0, 0.012, 0, 0.005))
SDF = f"""
<sdf version="1.8"><model name="arm">
  <link name="base"/>
  <link name="upper"><pose>0 0 0.5 0.3 0 0</pose>{UPPER}</link>
  <link name="lower"><pose relative_to="upper">0 0 0.4 0 0.5 0</pose>{LOWER}</link>
  <joint name="shoulder" type="revolute"><parent>base</parent><child>upper</child>
    <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
  <joint name="slide" type="prismatic"><parent>upper</parent><child>lower</child><pose>0.2 0.1 0.3 0.4 0.5 0.6</pose>
    <axis><xyz expressed_in="lower">1 0 0</xyz></axis></joint>
</model></sdf>
"""


def load(text: str, folder: Path, suffix: str = "sdf", **options: object) -> lw.Robot:
    path = folder / f"robot.{suffix}"
    path.write_text(text, encoding="utf-8")
    return lw.load(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("floating", [False, True])
def test_the_same_arm_as_urdf(tmp_path: Path, floating: bool) -> None:
    ours, theirs = (load(t, tmp_path, s, floating=floating) for t, s in ((SDF, "sdf"), (URDF, "urdf")))
    rng = np.random.default_rng(0)
    q, v, a = rng.uniform(-1, 1, ours.nq), rng.uniform(-1, 1, ours.nv), rng.uniform(-1, 1, ours.nv)
    if floating:
        q[3:7] /= np.linalg.norm(q[3:7])
    first, second = (lw.derive(r, "inverse_dynamics")(q=q, v=v, a=a) for r in (ours, theirs))
    np.testing.assert_allclose(first, second, rtol=1e-12)
    places = [lw.derive(r, "forward_kinematics", frame="lower")(q=q) for r in (ours, theirs)]
    np.testing.assert_allclose(*places, atol=1e-14)


def test_an_axis_in_the_models_frame(tmp_path: Path) -> None:
    text = SDF.replace(
        "<xyz>0 1 0</xyz>", "<xyz>0 0.955336489 0.295520207</xyz><use_parent_model_frame>1</use_parent_model_frame>"
    )
    np.testing.assert_allclose([float(x) for x in load(text, tmp_path).joints["shoulder"].axis], [0, 1, 0], atol=1e-8)


def test_gravity_of_the_world(tmp_path: Path) -> None:
    inside = SDF.replace('<sdf version="1.8">', '<sdf version="1.8"><world name="w"><gravity>0 1.5 -9</gravity>')
    robot = load(inside.replace("</sdf>", "</world></sdf>"), tmp_path)
    assert tuple(robot.gravity) == (0, 1.5, -9)
    assert tuple(load(SDF, tmp_path).gravity) == (0, 0, -9.81)
    for bad in ("0 0", "0 0 nan", "down"):
        with pytest.raises(lw.LinkwrightError, match="gravity is"):
            load(inside.replace("0 1.5 -9", bad).replace("</sdf>", "</world></sdf>"), tmp_path)


def test_a_joint_that_mimics_another(tmp_path: Path) -> None:
    """position = multiplier (the other's - reference) + offset."""
    how = "<multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference>"
    follows = f'<mimic joint="shoulder" axis="axis">{how}</mimic>'
    robot = load(SDF.replace("</xyz></axis></joint>", f"</xyz>{follows}</axis></joint>"), tmp_path)
    mimic = robot.joints["slide"].mimic
    assert mimic is not None
    assert (mimic.joint, mimic.multiplier, mimic.offset) == ("shoulder", 2, 0.5 - 0.2)
    assert robot.nv == 1
    assert lw.load(tmp_path / "robot.sdf", mimic=False).nv == 2


RING = f"""
<sdf version="1.8"><model name="ring">
  <link name="base"/>
  <link name="a"><pose>0 0 0 0 0 0</pose>{LOWER}</link>
  <link name="b"><pose>0 0 1 0 0 0</pose>{LOWER}</link>
  <link name="c"><pose>2 0 1 0 0 0</pose>{LOWER}</link>
  <joint name="j1" type="revolute"><parent>base</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="j2" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="j3" type="revolute"><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="j4" type="revolute"><parent>base</parent><child>c</child><pose>0 0 -1 0 0 0</pose>
    <axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>
"""


def test_a_link_with_two_parents_closes_a_loop(tmp_path: Path) -> None:
    robot = load(RING, tmp_path)
    (loop,) = robot.loops
    assert (loop.name, loop.kind, robot.tree.nv) == ("j4", "pin", 3)
    ends = [lw.derive(robot.tree, "forward_kinematics", frame=f)(q=np.zeros(3)) for f in (loop.first, loop.second)]
    np.testing.assert_allclose(*ends, atol=1e-15)
    np.testing.assert_allclose(ends[0][:3, 2], [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(ends[0][:3, 3], [2, 0, 0], atol=1e-15)


GEARED = f"""
<sdf version="1.6"><model name="geared">
  <link name="base"/>
  <link name="rotor">{LOWER}</link>
  <link name="out">{LOWER}</link>
  <joint name="fast" type="revolute"><parent>base</parent><child>rotor</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="slow" type="revolute"><parent>base</parent><child>out</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="box" type="gearbox"><parent>rotor</parent><child>out</child><gearbox_ratio>0.04</gearbox_ratio>
    <gearbox_reference_body>base</gearbox_reference_body><axis><xyz>0 0 1</xyz></axis></joint>
</model></sdf>
"""


def test_a_gearbox_couples_two_joints(tmp_path: Path) -> None:
    from tests.support.graph import evaluate

    (coupling,) = load(GEARED, tmp_path).couplings
    assert coupling.joint == "fast"
    assert evaluate(coupling.value.graph, [coupling.value.index], {"q(slow)": 0.1})[0] == pytest.approx(-2.5)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<robot/>", "starts with <robot>"),
        ("<sdf/>", "has 0 models"),
        (SDF.replace("<parent>base</parent>", "<parent>nothing</parent>"), "unknown link 'nothing'"),
        (SDF.replace('type="prismatic"', 'type="prismatik"'), "has type 'prismatik'"),
        (SDF.replace("0 0 0.5 0.3 0 0", "0 0 0.5"), "pose of link 'upper'"),
        (SDF.replace("<mass>2</mass>", "<mass>nan</mass>"), "not a finite number"),
        (
            GEARED.replace("<gearbox_reference_body>base</gearbox_reference_body>", ""),
            "gearbox 'box' needs revolute joints",
        ),
    ],
)
def test_what_cannot_be_read_is_told(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=what):
        load(text, tmp_path)


def cassie(name: str) -> Path:
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share/example-robot-data/robots/cassie_description/robots" / name
    if not path.exists():
        pytest.skip("example-robot-data is not installed")
    return path


def test_cassie() -> None:
    robot = lw.load(cassie("cassie.sdf"), floating=True)
    assert [x.kind for x in robot.loops] == ["slider", "pin", "point"] * 2
    assert len(robot.couplings) == 10
    q = np.zeros(robot.tree.nq)
    for name, (iq, _) in robot.tree.offsets.items():
        if robot.joints[name].type in ("floating", "spherical"):
            q[iq + (6 if robot.joints[name].type == "floating" else 3)] = 1
    for loop in robot.loops:
        ends = [lw.derive(robot.tree, "forward_kinematics", frame=f)(q=q) for f in (loop.first, loop.second)]
        np.testing.assert_allclose(*ends, atol=1e-9)
    masses = sum(float(b.inertia.m) for b in robot.bodies.values())
    assert masses == pytest.approx(sum(float(x.text) for x in _masses(cassie("cassie.sdf"))))


def _masses(path: Path) -> list:
    from lxml import etree

    return etree.parse(path).findall(".//link/inertial/mass")


TURNED = "0.1 -0.2 1 1.2 0.3 0.4"


@pytest.mark.parametrize(
    "joint", ["", '<joint name="held" type="fixed"><parent>world</parent><child>base</child></joint>']
)
@pytest.mark.parametrize("place", ["", f"<pose>{TURNED}</pose>"])
def test_a_model_stands_where_its_pose_says(joint: str, place: str, tmp_path: Path) -> None:
    """Held by a joint or by nothing; turned itself, or its base is: the same arm in URDF, on a link that is turned as much."""
    x, y, z, *rpy = TURNED.split()
    held = (
        '<robot name="arm"><link name="ground"/><joint name="held" type="fixed"><parent link="ground"/><child link="base"/>'
        f'<origin xyz="{x} {y} {z}" rpy="{" ".join(rpy)}"/></joint>'
    )
    theirs = load(URDF.replace('<robot name="arm">', held), tmp_path, "urdf")
    text = SDF.replace('<model name="arm">', f'<model name="arm">{place}{joint}')
    if not place:
        text = text.replace('<link name="base"/>', f'<link name="base"><pose>{TURNED}</pose></link>')
        text = text.replace("<pose>0 0 0.5 0.3 0 0</pose>", '<pose relative_to="base">0 0 0.5 0.3 0 0</pose>')
    ours = load(text, tmp_path)
    q = np.array([0.4, 0.3])
    for quantity, frame in (("gravity", {}), ("forward_kinematics", {"frame": "lower"})):
        np.testing.assert_allclose(*(lw.derive(r, quantity, **frame)(q=q) for r in (ours, theirs)), atol=1e-13)  # type: ignore[arg-type]


def test_an_axis_in_the_frame_of_a_turned_model(tmp_path: Path) -> None:
    def axis(text: str) -> list[float]:
        return [float(x) for x in load(text, tmp_path).joints["shoulder"].axis]

    text = SDF.replace("<xyz>0 1 0</xyz>", '<xyz expressed_in="__model__">0 1 0</xyz>')
    turned = text.replace('<model name="arm">', f'<model name="arm"><pose>{TURNED}</pose>')
    np.testing.assert_allclose(axis(turned), axis(text), atol=1e-12)
    with pytest.raises(lw.LinkwrightError, match="unknown link '__model__'"):
        load(turned.replace("<parent>base", "<parent>__model__"), tmp_path)
    with pytest.raises(lw.LinkwrightError, match="expressed in unknown 'nowhere'"):
        load(text.replace("__model__", "nowhere"), tmp_path)


def test_a_link_called_world_is_the_world(tmp_path: Path) -> None:
    """PyBullet's grippers have one; the model's pose must not reach poses of inertias and joints through it."""
    plain = SDF.replace('<link name="base"/>', "").replace("<parent>base<", "<parent>world<")
    named = plain.replace(
        '<model name="arm">', f'<model name="arm"><pose>{TURNED}</pose><link name="world">{LOWER}</link>'
    )
    plain = plain.replace('<model name="arm">', f'<model name="arm"><pose>{TURNED}</pose>')
    first, second = (lw.derive(load(t, tmp_path), "inverse_dynamics") for t in (plain, named))
    at = {"q": [0.3, 0.2], "v": [1, 2], "a": [0.5, -1]}
    np.testing.assert_allclose(first(**at), second(**at), rtol=1e-13)


MISTYPED = {
    "<masss> of a <inertial>, did you mean 'mass'?": ("<mass>2</mass>", "<masss>2</masss>"),
    "<ixxx> of a <inertia>, did you mean 'ixx'?": ("<ixx>0.02</ixx>", "<ixxx>0.02</ixxx>"),
    "<psoe> of a <link>": ("</link>", "<psoe>1 0 0 0 0 0</psoe></link>"),
    "<lowr> of a <limit>, did you mean 'lower'?": ("<lower>-1</lower>", "<lowr>-1</lowr>"),
    "<dampng> of a <dynamics>, did you mean 'damping'?": ("</axis>", "<dynamics><dampng>1</dampng></dynamics></axis>"),
    "<xzy> of a <axis>": ("</axis>", "<xzy>0 0 1</xzy></axis>"),
    "attribute relativ_to of a <pose>, did you mean 'relative_to'?": ("<pose>", '<pose relativ_to="upper">'),
    "attribute unit of a <mass>": ("<mass>", '<mass unit="g">'),
    "a second <mass> in a <inertial>": ("<mass>2</mass>", "<mass>2</mass><mass>3</mass>"),
    "<gravty> of a <sdf>": ("<model", "<gravty>0 0 0</gravty><model"),
    "<axis2> of a revolute joint": ("</axis>", "</axis><axis2><xyz>1 0 0</xyz></axis2>"),
}


@pytest.mark.parametrize("what", MISTYPED)
def test_what_is_not_used_is_told_at_every_level(what: str, tmp_path: Path) -> None:
    right, wrong = MISTYPED[what]
    assert right in SDF
    robot = load(SDF.replace(right, wrong, 1), tmp_path)
    assert what in [n.what for n in robot.notes if n.kind == "ignored"]


def test_masses_that_sdf_assumes_are_told(tmp_path: Path) -> None:
    assert not [n for n in load(SDF, tmp_path).notes if n.kind == "assumed"]
    robot = load(SDF.replace("<mass>2</mass>", "").replace("<ixx>0.02</ixx>", ""), tmp_path)
    (said,) = [n.what for n in robot.notes if n.kind == "assumed"]
    assert said == "link 'upper' has no mass, ixx: 1, SDF's default"


def test_angles_in_degrees(tmp_path: Path) -> None:
    degrees = [math.degrees(x) for x in (0.1, 0.2, 0.3)]
    turned = "<pose degrees='true'>0.1 0.02 0.3 {} {} {}</pose>".format(*degrees)
    robot = load(SDF.replace("<pose>0.1 0.02 0.3 0.1 0.2 0.3</pose>", turned), tmp_path)
    as_radians = load(SDF, tmp_path)
    M = [lw.derive(r, "mass_matrix")(q=[0.3, 0.4]) for r in (robot, as_radians)]
    assert np.allclose(*M, rtol=1e-14)


def test_a_misspelt_link_gets_the_near_one(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="unknown link 'uper'") as told:
        load(SDF.replace("<child>upper</child>", "<child>uper</child>"), tmp_path)
    assert "did you mean 'upper'?" in str(told.value.hint)
