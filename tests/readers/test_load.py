"""load: by suffix, with as little imported as the file needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.readers import _READERS

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCE = Path(lw.__file__).parent


def loaded_by(path: Path) -> set[str]:
    script = f"import sys, linkwright; linkwright.load({str(path)!r}); print(*{{m.split('.')[0] for m in sys.modules}})"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


def test_a_urdf_needs_lxml_and_nothing_large() -> None:
    found = loaded_by(EXAMPLES / "elbow6.urdf")
    assert "lxml" in found
    assert not found & {"scipy", "ruamel", "xacro", "sympy", "llvmlite"}


def test_a_yaml_needs_ruamel_and_nothing_large() -> None:
    found = loaded_by(EXAMPLES / "scara.yaml")
    assert "ruamel" in found
    assert not found & {"scipy", "lxml", "xacro", "sympy", "llvmlite"}


def test_the_suffix_decides_in_any_case(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "elbow6.urdf", tmp_path / "ARM.URDF")
    shutil.copy(EXAMPLES / "scara.yaml", tmp_path / "scara.yml")
    assert lw.load(str(tmp_path / "ARM.URDF")).name == "elbow6"
    assert lw.load(tmp_path / "scara.yml").name == "scara"


def test_dh_is_still_a_function_after_it_was_used() -> None:
    """A module of the same name beside it would take its place."""
    lw.dh([("R", 0, 0, 0, "q")], convention="modified")
    assert callable(lw.dh)
    assert lw.dh([("R", 0, 0, 0, "q")], convention="standard").nv == 1


ORDERED = {
    "a.par": "NL = 2\nNJ = 2\nType = 1\nant = {0, 0}\nsigma = {0, 0}\nalpha = {0, 0}\nd = {0, 0}\nr = {0, 0}\ntheta = {z, a}\n",
    "a.yaml": "linkwright: 1\njoints: {z: {type: revolute, child: b}, a: {type: revolute, child: c}}\n",
    "a.json": '{"joint_screw_coord": [[0,0,1,0,0,0], [0,0,1,0,0,0]], "body_ref_config": [{"xyzrpy": [0,0,0,0,0,0]}, '
    '{"xyzrpy": [0,0,0,0,0,0]}],\n"parent": [0, 0], "q": ["z", "a"]}',
    "a.sdf": "<sdf version='1.7'><model name='m'><link name='b'/><link name='c'/>"
    "<joint name='z' type='revolute'><parent>world</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
    "<joint name='a' type='revolute'><parent>world</parent><child>c</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>",
    "a.urdf": "<robot name='m'><link name='w'/><link name='b'/><link name='c'/>"
    "<joint name='z' type='continuous'><parent link='w'/><child link='b'/></joint>"
    "<joint name='a' type='continuous'><parent link='w'/><child link='c'/></joint></robot>",
    "a.xml": "<mujoco><worldbody><body name='b'><joint name='z'/><geom size='1'/></body>"
    "<body name='c'><joint name='a'/><geom size='1'/></body></worldbody></mujoco>",
}


@pytest.mark.parametrize("name", ORDERED)
def test_joints_are_in_the_order_that_was_asked_for(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(ORDERED[name])
    assert lw.load(path).joint_names == ("z", "a")
    assert lw.load(path, order="name").joint_names == ("a", "z")


@pytest.mark.parametrize(
    "place", ["readers/__init__.py: load", "cli/arguments.py: RobotFile", "studio/desk/robots.py: robots_among"]
)
def test_whoever_lists_suffixes_names_every_format(place: str) -> None:
    """In words for people; .yml, .mjcf are second names, and the studio expands no .xacro."""
    path, _, name = place.partition(": ")
    text = (SOURCE / path).read_text(encoding="utf-8")
    block = next(x for x in re.split(r"\n(?=\w)", text) if re.match(rf"(def )?{name}\b", x))
    missing = set(_READERS) - set(re.findall(r"\.\w+", block)) - {".yml", ".mjcf"}
    assert missing <= ({".xacro"} if "studio" in place else set()), f"name {missing} in src/linkwright/{place}"
