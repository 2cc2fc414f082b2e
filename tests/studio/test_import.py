"""Files of a robot -> a document, with its looks where a second program puts them."""

from __future__ import annotations

import base64
import io
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.graph.expr import floats
from linkwright.readers.report import Report
from linkwright.readers.yaml_tree import Map, parse_yaml
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_rpy
from linkwright.studio.desk import answer
from linkwright.writers.home import home

ARM = """<robot name="arm">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base"><visual><geometry><box size="0.1 0.2 0.3"/></geometry><material name="blue"/></visual></link>
  <link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.5" rpy="0 1.5707963267948966 0"/>
      <geometry><cylinder radius="0.05" length="1"/></geometry></visual>
    <visual><geometry><mesh filename="package://my_arm/meshes/arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
  </link>
  <link name="plate"><visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></visual></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <origin xyz="0 0 0.3" rpy="0.1 0.2 0.3"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="bolt" type="fixed"><parent link="arm"/><child link="plate"/><origin xyz="0.1 0 0" rpy="0 0 0.5"/></joint>
</robot>"""
PENDULUM = """# mine
linkwright: 1
joints:
  p: {type: revolute, parent: world, child: rod}  # pivot
bodies: {rod: {mass: 1}}
"""


def ask(files: dict[str, str | bytes], **more: Any) -> dict[str, Any]:
    def encoded(x: str | bytes) -> str:
        return base64.b64encode(x.encode() if isinstance(x, str) else x).decode()

    return answer("import", {"files": {n: encoded(x) for n, x in files.items()}, **more})


def told(found: dict[str, Any]) -> str:
    assert not found["ok"], found
    return " | ".join(f"{m['what']} {m['hint']}" for m in found["messages"])


def shapes(document: str) -> dict[str, list[dict[str, Any]]]:
    tree = parse_yaml(document.encode(), Report("document"))
    assert isinstance(tree, Map)
    return tree.to_python()["studio"]["shapes"]


def placed(shape: dict[str, Any]) -> Transform:
    xyz, rpy = ([float(x) for x in shape.get(key, (0, 0, 0))] for key in ("xyz", "rpy"))
    return Transform(rot_rpy(*rpy), Vec(*xyz))


def matrix(place: Transform) -> np.ndarray:
    return np.array([floats(row) for row in place.matrix()])


def robot_of(document: str, folder: Path) -> Any:
    path = folder / "document.yaml"
    path.write_text(document)
    return lw.load(path)


def test_a_urdf_with_a_folder_of_meshes_that_starts_anywhere():
    found = ask({"drop/urdf/arm.urdf": ARM}, others=["drop/meshes/arm.stl", "drop/other/arm.stl"])
    looks = shapes(found["document"])
    assert found["missing"] == []
    assert found["name"] == "arm.yaml"
    assert looks["base"] == [{"solid": "box", "size": ["0.1", "0.2", "0.3"], "color": "#0000ff"}]
    cylinder, mesh = looks["arm"]
    assert (cylinder["radius"], cylinder["length"], cylinder["xyz"]) == ("0.05", "1", ["0", "0", "0.5"])
    assert mesh == {"solid": "mesh", "file": "drop/meshes/arm.stl", "scale": ["0.001"] * 3}
    assert answer("check", {"document": found["document"]})["ok"]


def test_quaternions_and_commas_of_visuals():
    turned = ARM.replace('xyz="0 0 0.5" rpy="0 1.5707963267948966 0"', 'xyz="0, 0, 0.5" quat_xyzw="0 0.6 0 0.8"')
    place = placed(shapes(ask({"arm.urdf": turned})["document"])["arm"][0])
    assert np.allclose(matrix(place)[:3], [[0.28, 0, 0.96, 0], [0, 1, 0, 0], [-0.96, 0, 0.28, 0.5]], atol=1e-9)


def test_a_missing_mesh_is_named_and_stops_nothing():
    found = ask({"arm.urdf": ARM})
    assert found["missing"] == ["my_arm/meshes/arm.stl"]
    assert any("my_arm/meshes/arm.stl" in m["what"] for m in found["messages"])
    assert shapes(found["document"])["arm"][1]["file"] == "my_arm/meshes/arm.stl"


def test_yaml_is_kept_as_it_is():
    found = ask({"p.yaml": PENDULUM})
    assert found["document"] == PENDULUM
    own = PENDULUM + "studio: {shapes: {rod: [{solid: mesh, file: m/a.stl}, {solid: mesh, file: b.stl}]}}\n"
    found = ask({"x/p.yaml": own, "x/m/a.stl": b""}, main="x/p.yaml")
    assert (found["document"], found["missing"]) == (own, ["b.stl"])


def test_a_sphere_of_sdf_and_a_table():
    sdf = """<sdf version="1.7"><model name="m"><link name="a"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial>
      <visual name="v"><pose>0 0.5 0 0 0 1</pose><geometry><sphere><radius>0.2</radius></sphere></geometry>
      <material><diffuse>1 0 0 1</diffuse></material></visual></link></model></sdf>"""
    found = ask({"m.sdf": sdf})
    assert shapes(found["document"])["a"] == [
        {"solid": "sphere", "radius": "0.2", "xyz": ["0", "0.5", "0"], "rpy": ["0", "0", "1"], "color": "#ff0000"}
    ]
    table = ask({"t.csv": "# convention: modified\ntype,alpha,a,d,theta\nR,0,0,0,q\nR,pi/2,1,0,q\n", "readme.md": "x"})
    assert table["document"].count("type: ") == 2, table


def test_a_zip_is_the_folder_in_it():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("r/arm.urdf", ARM)
        archive.writestr("r/meshes/arm.stl", b"x")
    found = ask({"r.zip": data.getvalue()})
    assert found["missing"] == []
    assert shapes(found["document"])["arm"][1]["file"] == "r/meshes/arm.stl"


def test_several_robots_are_asked_for():
    found = ask({"a.urdf": ARM, "b.urdf": ARM, "package.xml": "<package/>", "config.yaml": "rate: 10"})
    assert found["candidates"] == ["a.urdf", "b.urdf"]
    assert found["document"] == ""
    assert ask({"a.urdf": ARM, "b.urdf": ARM}, main="b.urdf")["document"]


def zipped(entries: dict[str, bytes], link: str = "") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o120777 if name == link else 0o100644) << 16
            archive.writestr(info, content)
    return data.getvalue()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../arm.urdf": ARM}, "without '..'"),
        ({"/etc/arm.urdf": ARM}, "relative"),
        ({"C:\\arm.urdf": ARM}, "relative"),
        ({"a.urdf": "", "b.txt": ""}, "no robot"),
        ({"a.urdf": ""}, "empty"),
        ({"a.urdf": '<!DOCTYPE r [<!ENTITY a "b">]><robot name="&a;"/>'}, "DOCTYPE"),
        ({"a.xacro": "<robot/>"}, "run code"),
        ({"a.xacro": "<robot/>", "b.xacro": "<robot/>"}, "run code"),
        ({"a.zip": b"PK no"}, "cannot be read"),
        ({"a.zip": zipped({"a.urdf": b"0" * 40_000_000})}, "unpacks to too much"),
        ({"a.zip": zipped({"../a.urdf": b"x"})}, "without '..'"),
        ({"a.zip": zipped({"a.urdf": b"/etc/passwd"}, link="a.urdf")}, "is a link"),
        ({"a.zip": zipped({})}, "empty"),
        ({"x": ARM, "x/a.urdf": ARM}, "no file can be called"),
        ({"a.step": "x"}, "not known"),
    ],
)
def test_wrong_inputs_are_messages(files: dict[str, str | bytes], said: str):
    assert said in told(ask(files))


def test_a_package_that_is_not_here_is_told(monkeypatch: pytest.MonkeyPatch):
    """As in the page without a server."""
    document = ask({"arm.urdf": ARM})["document"]
    monkeypatch.setitem(sys.modules, "lxml", None)
    assert "'lxml'" in told(ask({"arm.urdf": ARM}))
    assert "'lxml'" in told(answer("export", {"document": document, "format": "urdf"}))


def test_payloads_of_wrong_types_are_messages():
    for payload in ({}, {"files": []}, {"files": {"a": 1}}, {"files": {"a.urdf": "!"}}, {"files": {}, "main": 3}):
        assert not answer("import", payload)["ok"]


def test_panda_looks_as_pinocchio_places_it(tmp_path: Path):
    pin = pytest.importorskip("pinocchio")
    found = sorted(
        Path(pin.__file__).parents[4].glob("share/example-robot-data/robots/panda_description/urdf/panda.urdf")
    )
    if not found:
        pytest.skip("example-robot-data is not installed")
    top = found[0].parents[1]
    names = [p.relative_to(top.parent).as_posix() for p in top.rglob("*") if p.is_file()]
    read = ask({"panda_description/urdf/panda.urdf": found[0].read_bytes()}, others=names)
    assert read["missing"] == []
    model = pin.buildModelFromUrdf(str(found[0]))
    visuals = pin.buildGeomFromUrdf(model, str(found[0]), pin.GeometryType.VISUAL, package_dirs=[str(top.parents[2])])
    data, placement = model.createData(), pin.GeometryData(visuals)
    q = np.zeros(model.nq)
    pin.updateGeometryPlacements(model, data, visuals, placement, q)
    compare(
        read["document"],
        tmp_path,
        [X.homogeneous for X in placement.oMg],
        {g.name: i for i, g in enumerate(visuals.geometryObjects)},
    )


def compare(document: str, folder: Path, wanted: list[np.ndarray], index: dict[str, int]) -> None:
    at, looks = home(robot_of(document, folder)), shapes(document)
    assert sum(map(len, looks.values())) == len(wanted)
    for body, several in looks.items():
        for k, shape in enumerate(several):
            ours = matrix(at[body] @ placed(shape))
            assert np.abs(ours - wanted[index[f"{body}_{k}"]]).max() < 1e-8


MODEL = """<mujoco><compiler angle="degree" meshdir="assets"/>
<default><default class="look"><geom group="2" contype="0" conaffinity="0" mass="0" type="mesh"/></default></default>
<asset><mesh name="a" file="a.obj" scale="2 2 2" refpos="0.1 0.2 0.3" refquat="0.8 0.6 0 0"/>
 <material name="red" rgba="1 0 0 1"/></asset>
<worldbody><geom type="plane" size="1 1 1"/>
 <body name="one" pos="0 0 1" euler="10 20 30"><joint name="j" pos="0.1 0 0"/>
  <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
  <geom class="look" mesh="a" material="red" pos="1 2 3" euler="40 50 60"/><geom group="3" size="1"/>
  <body pos="0 1 0"><joint name="k" axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0 0 2" size="0.1" rgba="0 1 0 0.5"/></body>
 </body></worldbody></mujoco>"""
TETRA = "v 0.1 0 0\nv 0.5 0 0\nv 0 0.4 0\nv 0 0.1 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_mjcf_looks_as_mujoco_places_it(tmp_path: Path):
    mujoco: Any = pytest.importorskip("mujoco")
    read = ask({"m/robot.xml": MODEL}, others=["m/assets/a.obj"])
    looks = shapes(read["document"])
    assert read["missing"] == []
    assert list(looks) == ["one", "body2"]
    assert (looks["one"][0]["file"], looks["one"][0]["color"]) == ("m/assets/a.obj", "#ff0000")
    m = mujoco.MjModel.from_xml_string(MODEL, {"a.obj": TETRA.encode()})
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    at = home(robot_of(read["document"], tmp_path))
    seen = d.geom_xmat[1].reshape(3, 3) @ m.mesh_vert.T + d.geom_xpos[1][:, None]
    points = np.array([[float(x) for x in line.split()[1:]] for line in TETRA.splitlines()[:4]]) * 2
    ours = matrix(at["one"] @ placed(looks["one"][0]))
    assert np.abs(ours[:3, :3] @ points.T + ours[:3, 3:] - seen).max() < 1e-6
    capsule = matrix(at["body2"] @ placed(looks["body2"][0]))
    assert np.abs(capsule[:3, 3] - d.geom_xpos[3]).max() < 1e-9
    assert (looks["body2"][0]["radius"], looks["body2"][0]["length"]) == ("0.1", "2")


@pytest.mark.parametrize("format", ["urdf", "mjcf", "sdf", "yaml"])
def test_export_and_back(format: str):
    document = ask({"drop/arm.urdf": ARM}, others=["drop/meshes/arm.stl"])["document"]
    made = answer("export", {"document": document, "format": format})
    assert made["ok"]
    assert made["name"].startswith("arm.")
    assert made["beside"] == {}
    if format == "yaml":
        assert "studio" not in made["text"]
        return
    again = shapes(ask({made["name"]: made["text"]})["document"])
    before = shapes(document)
    for body, several in before.items():
        kept = [s for s in several if format != "mjcf" or s["solid"] != "mesh"]
        for one, other in zip(kept, again[body], strict=True):
            assert one["solid"] == other["solid"]
            assert np.abs(matrix(placed(one)) - matrix(placed(other))).max() < 1e-8
    assert any("mesh" in note for note in made["notes"]) == (format == "mjcf")


def test_export_evaluates_formulas_of_parameters_and_says_what_is_wrong():
    document = PENDULUM + (
        "parameters: {L: 2}\nstudio: {shapes: {rod: [{solid: box, size: [L/2, 250 mm, 0.1]}, "
        "{solid: box, size: [a, 1, 1]}, {solid: extrusion}]}}\n"
    )
    made = answer("export", {"document": document, "format": "urdf"})
    assert '<box size="1 0.25 0.1"/>' in made["text"]
    assert sum("left out" in note for note in made["notes"]) == 2


def test_a_closed_robot_goes_out_with_its_side_file_and_an_unknown_format_is_told():
    document = answer("import", {"files": {"f.yaml": base64.b64encode(FOUR_BAR.encode()).decode()}})["document"]
    made = answer("export", {"document": document, "format": "urdf"})
    assert list(made["beside"]) == [made["name"].replace(".urdf", ".loops.yaml")]
    assert "urdf" in told(answer("export", {"document": document, "format": "urd"}))


FOUR_BAR = """linkwright: 1
name: bars
joints:
  a: {type: continuous, parent: world, child: crank, axis: [0, 0, 1]}
  b: {type: continuous, parent: crank, child: coupler, xyz: [1, 0, 0], axis: [0, 0, 1]}
  c: {type: continuous, parent: world, child: rocker, xyz: [2, 0, 0], axis: [0, 0, 1]}
bodies: {crank: {mass: 1, inertia: [1, 1, 1]}, coupler: {mass: 1, inertia: [1, 1, 1]}, rocker: {mass: 1, inertia: [1, 1, 1]}}
frames: {p: {body: coupler, xyz: [2, 0, 0]}, r: {body: rocker, xyz: [1.5, 0, 0]}}
close: {l: {kind: point, first: p, second: r}}
start: {a: 1, b: 0, c: 1}
"""
