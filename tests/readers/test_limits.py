"""Files that would keep a computer busy: limits before anybody computes, and a process that can be ended where none can be
told from the text. Times are those of the processor, of this process and of those that it started."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.readers import Bound
from tests.support.systems import needs_memory_bound

resource = pytest.importorskip("resource")  # Windows has none

BODY = '<body><joint/><geom size="0.1"/></body>'
GRID = '<flexcomp name="f" type="grid" count="{}" spacing="0.1 0.1 0.1" mass="1" dim="2" radius="0.01"/>'
MODEL = "<mujoco>\n<worldbody>\n{}\n</worldbody></mujoco>"
SECONDS = 6


def spent() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(x.ru_utime + x.ru_stime for x in used)


def refused(path: Path, text: str) -> lw.LinkwrightError:
    """The one error of a file, which must come soon."""
    path.write_text(text, encoding="utf-8")
    start = spent()
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert spent() - start < SECONDS
    return caught.value


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (f'<replicate count="100000000">{BODY}</replicate>', '<replicate count="100000000">', 3),
        ('<replicate count="100">\n' * 8 + BODY + "</replicate>" * 8, "1000000 parts or more", 5),
        (f'<replicate count="70">\n{BODY * 50}</replicate>', "3010 bodies or more", 4),
        (f'{BODY}<body><joint/><replicate count="1000000">\n<geom size="1"/></replicate></body>', "1000000 parts", 3),
        (GRID.format("500 500 1"), "250000 bodies or more", 3),
        (f'<replicate count="40">\n{GRID.format("9 9 1")}</replicate>', "3240 bodies or more", 4),
        ('<composite type="cable" count="1000000000 1 1"/>', "1000000000 bodies", 3),
        (BODY * 3001, "3001 bodies or more", 3),
        ("<body><joint/>" + '<geom size="1"/>' * 20_000 + "</body>", "20001 parts", 3),
    ],
)
def test_what_mujoco_would_expand_is_counted_first(text: str, words: str, line: int, tmp_path: Path) -> None:
    error = refused(tmp_path / "big.xml", MODEL.format(text))
    assert words in error.what
    assert error.where == f"big.xml:{line}"
    assert error.hint


def test_a_mesh_that_mujoco_makes_is_coarse(tmp_path: Path) -> None:
    asset = '<asset><mesh name="s" builtin="supersphere" params="100000 1 1"/></asset>'
    text = MODEL.format('<body><joint/><geom type="mesh" mesh="s"/></body>').replace(
        "<worldbody>", f"{asset}<worldbody>"
    )
    assert "mesh 's'" in refused(tmp_path / "fine.xml", text).what


def test_sizes_that_no_equation_has_do_no_harm(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    extra = """
      <size memory="900G" nuserdata="2000000000"/><custom><numeric name="n" size="2000000000" data="1"/></custom>
      <asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/>
      <texture name="t" type="2d" builtin="flat" width="100000" height="100000"/></asset>
      <default><general actdim="2000000000"/></default>
      <actuator><general joint="j" dyntype="user" actdim="2000000000"/><motor joint="j" nsample="2000000000"/></actuator>"""
    body = '<body><joint name="j"/><geom size="0.1"/><geom type="hfield" hfield="h"/></body>'
    path = tmp_path / "sizes.xml"
    path.write_text(MODEL.format(body).replace("<worldbody>", f"{extra}<worldbody>"))
    start = spent()
    assert lw.load(path).nv == 1
    assert spent() - start < SECONDS


def test_replicates_of_ordinary_size_are_read(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    path = tmp_path / "many.xml"
    path.write_text(MODEL.format(f'<replicate count="3"><replicate count="4">{BODY}</replicate></replicate>'))
    assert lw.load(path).nv == 12


def cloud(points: int) -> str:
    """A mesh all of whose points lie on its hull."""
    P = np.random.default_rng(0).normal(size=(points, 3))
    P /= np.linalg.norm(P, axis=1)[:, None]
    rows = [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in P]
    return "\n".join(rows + [f"f {k} {k + 1} {k + 2}" for k in range(1, points - 1)])


HULL = """<mujoco><asset><mesh name="m" file="m.obj" inertia="convex"/></asset>
<worldbody><body name="b"><joint/><geom type="mesh" mesh="m" {}/></body></worldbody></mujoco>"""


def test_hulls_are_made_in_a_process_of_their_own(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    (tmp_path / "m.obj").write_text(cloud(7000))
    path = tmp_path / "hull.xml"
    path.write_text(HULL.format(""))
    mass = mujoco.MjModel.from_xml_path(str(path)).body("b").mass[0]
    assert float(lw.load(path).bodies["b"].inertia.m) == pytest.approx(mass, rel=1e-12)
    path.write_text(HULL.format('size="-1" type="nothing"').replace(' type="mesh"', ""))
    with pytest.raises(lw.LinkwrightError, match="MuJoCo cannot compile the model") as caught:
        lw.load(path)
    assert "nothing" in caught.value.what
    assert caught.value.where == "hull.xml:2"


XACRO = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{}\n<link name="base"/></robot>'
MACRO = '<xacro:macro name="m{}"><xacro:m{}/><xacro:m{}/></xacro:macro>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<link name="${9**9**9}"/>', "did not expand the file in"),
        pytest.param("<link name=\"${len('a'*10**11)}\"/>", "MemoryError when evaluating", marks=needs_memory_bound),
        ('<link name="${len(list(range(10**10)))}"/>', ""),
        ("<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", "could not expand"),
        (
            "".join(MACRO.format(k, k + 1, k + 1) for k in range(40)) + "<xacro:macro name='m40'/><xacro:m0/>",
            "did not expand",
        ),
        ('<link name="${exit()}"/>', "could not expand"),
    ],
)
def test_xacro_without_end_is_ended(text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xacrodoc")
    monkeypatch.setattr("linkwright.readers.xacro.BOUND", Bound(seconds=1, megabytes=1000))
    error = refused(tmp_path / "bomb.xacro", XACRO.format(text))
    assert words in error.what
    assert error.where == "bomb.xacro"
    if "**" in text and "did not" in error.what:
        assert "bomb.xacro:2" in error.hint


def test_xacro_is_expanded_where_no_python_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xacrodoc")
    monkeypatch.setattr(sys, "executable", "")
    path = tmp_path / "plain.xacro"
    joint = '<joint name="j" type="continuous"><parent link="base"/><child link="a"/></joint>'
    path.write_text(XACRO.format(f'<link name="a"/>{joint}'))
    assert lw.load(path).joint_names == ("j",)


def follower(k: int) -> str:
    ends = f'<parent link="base"/><child link="l{k}"/><mimic joint="j{k + 1}" multiplier="3"/>'
    return f'<link name="l{k}"/><joint name="j{k}" type="revolute">{ends}</joint>'


FOLLOWERS = "".join(follower(k) for k in range(9_000)) + follower(9_000).replace(
    '<mimic joint="j9001" multiplier="3"/>', ""
)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("mimics.urdf", f'<robot name="r"><link name="base"/>{FOLLOWERS}</robot>', "a chain of more than 100 joints"),
        ("rows.csv", "# convention: modified\ntype,alpha,a,d,theta\n" + "R,0,0,0,q\n" * 1_000_000, "1000002 lines"),
        ("cell.csv", "# convention: modified\ntype,alpha,a,d,theta\nR," + "1+" * 1_000_000 + "1,0,0,q\n", "characters"),
        ("links.urdf", '<robot name="r">' + '<link name="l"/>' * 100_000 + "</robot>", "100000 parts"),
        (
            "power.yaml",
            "linkwright: 1\njoints:\n  j: {type: revolute, child: b}\nbodies:\n  b: {mass: 9**9**9}\n",
            "exponent",
        ),
    ],
)
def test_other_formats_end_soon(name: str, text: str, words: str, tmp_path: Path) -> None:
    assert words in refused(tmp_path / name, text).what
