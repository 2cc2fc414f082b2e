"""MJCF: files that a model takes in, as MuJoCo finds them; numbers that are none; places of errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw

mujoco = pytest.importorskip("mujoco")

MAIN = '<mujoco><worldbody><include file="sub/part.xml"/></worldbody></mujoco>'
PART = '<mujocoinclude><include file="inner.xml"/></mujocoinclude>'


def body(name: str) -> str:
    return f'<mujocoinclude><body name="{name}"><joint/><geom size="0.1"/></body></mujocoinclude>'


def write(folder: Path, **files: str) -> Path:
    """Files by path, `__` for a slash; the main one is returned."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "main.xml"


@pytest.mark.parametrize("there", [("inner",), ("sub__inner",), ("inner", "sub__inner")])
def test_includes_are_found_where_mujoco_finds_them(there: tuple[str, ...], tmp_path: Path) -> None:
    path = write(tmp_path, main=MAIN, sub__part=PART, **{name: body(name) for name in there})
    model = mujoco.MjModel.from_xml_path(str(path))
    assert list(lw.load(path).bodies) == [model.body(i).name for i in range(model.nbody)]


def test_an_include_of_an_include_stays_inside(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    write(tmp_path, secret=body("secret"))
    up = '<mujocoinclude><include file="../../secret.xml"/></mujocoinclude>'
    path = write(inside, main=MAIN, sub__part=up)
    with pytest.raises(lw.LinkwrightError, match="outside the model's folder") as caught:
        lw.load(path)
    assert caught.value.where == "part.xml:1"
    path = write(inside, main=MAIN, sub__part=up.replace("../../secret", "../inner"), inner=body("up"))
    assert "up" in lw.load(path).bodies


def test_missing_and_repeated_includes_are_told(tmp_path: Path) -> None:
    path = write(tmp_path, main=MAIN, sub__part=PART)
    with pytest.raises(lw.LinkwrightError, match=r"'inner.xml' is not there"):
        lw.load(path)
    twice = MAIN.replace("</worldbody>", '<include file="sub/part.xml"/></worldbody>')
    path = write(tmp_path, main=twice, sub__part=PART, inner=body("b"))
    with pytest.raises(lw.LinkwrightError, match="is included already"):
        lw.load(path)
    with pytest.raises(ValueError, match="already included"):
        mujoco.MjModel.from_xml_path(str(path))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<inertial pos="0 0 0" mass="nan" diaginertia="1 1 1"/>', "mass of <inertial> of body 'b' has 'nan'"),
        ('<inertial pos="0 0 0" mass="inf" diaginertia="1 1 1"/>', "mass of <inertial> of body 'b' has 'inf'"),
        ('<geom size="0.1"/><site name="s" pos="0 -NaN 1"/>', "pos of <site> 's' has '-NaN'"),
        ('<geom size="0.1" mass="1e999"/>', "mass of <geom> of body 'b' has '1e999'"),
    ],
)
def test_numbers_that_are_none_are_told_with_their_place(text: str, words: str, tmp_path: Path) -> None:
    part = f'<mujocoinclude>\n<body name="b"><joint/>\n{text}</body></mujocoinclude>'
    path = write(tmp_path, main=MAIN, sub__part=part)
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert words in caught.value.what
    assert caught.value.where == "part.xml:3"


def test_words_that_look_like_numbers_are_words(tmp_path: Path) -> None:
    text = body("nan").replace("<joint/>", '<joint name="inf" range="-inf inf"/>')
    assert "nan" in lw.load(write(tmp_path, main=MAIN, sub__part=text)).bodies


FAR = """<mujoco><worldbody><body name="a"><joint axis="0 1 0"/><geom size="0.1"/>
<body name="b" pos="1 0 1e308" euler="0 30 0"><joint axis="0 1 0"/><geom size="0.1"/>
<body name="c" pos="0 0 1"><joint axis="0 1 0"/><geom size="0.1"/></body></body></body></worldbody>
<equality><weld body1="a" body2="c" anchor="0.3 0.1 0.2"/></equality></mujoco>"""


def test_loops_of_lengths_beyond_measure_are_told(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="has the number"):
        lw.load(write(tmp_path, main=FAR))


def test_mujocos_complaints_have_the_place_in_the_file(tmp_path: Path) -> None:
    text = (
        "<mujoco>\n<visual/>\n<worldbody>\n<light/>\n\n<body><joint/>\n\n<geom size='-1'/></body></worldbody></mujoco>"
    )
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(write(tmp_path, main=text))
    assert caught.value.where == "main.xml:8"
    assert "MuJoCo cannot compile the model" in caught.value.what


def tetrahedron(size: float) -> str:
    return f"v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


SHAPE = '<worldbody><body name="b"><joint/><geom type="mesh" mesh="m"/></body></worldbody>'
ASSET = '<mujocoinclude>{}<asset><mesh name="m" file="m.obj"/></asset></mujocoinclude>'


@pytest.mark.parametrize("there", [("m", "sub/m"), ("sub/m",), ("d/m", "d/sub/m", "m"), ("d/sub/m",)])
@pytest.mark.parametrize("compiler", ["", '<compiler meshdir="d"/>'])
def test_meshes_of_included_files_are_those_of_mujoco(compiler: str, there: tuple[str, ...], tmp_path: Path) -> None:
    text = f'<mujoco>{compiler}<include file="sub/part.xml"/>{SHAPE}</mujoco>'
    path = write(tmp_path, main=text, sub__part=ASSET.format(""))
    for k, name in enumerate(there, start=1):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.obj").write_text(tetrahedron(0.1 * k))
    try:
        mass = mujoco.MjModel.from_xml_path(str(path)).body("b").mass[0]
    except ValueError:
        return
    assert float(lw.load(path).bodies["b"].inertia.m) == pytest.approx(mass, rel=1e-12)


def test_a_pointer_is_no_mesh_and_only_inertias_ask(tmp_path: Path) -> None:
    (tmp_path / "m.obj").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n")
    text = f'<mujoco><asset><mesh name="m" file="m.obj"/><mesh name="n" file="gone.stl"/></asset>{SHAPE}</mujoco>'
    with pytest.raises(lw.LinkwrightError, match="only a Git LFS pointer") as caught:
        lw.load(write(tmp_path, main=text))
    assert "git lfs pull" in caught.value.hint
    given = text.replace("<joint/>", '<joint/><frame><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></frame>')
    given = given.replace("<frame><inertial", "<inertial").replace("/></frame>", "/>")
    assert lw.load(write(tmp_path, main=given)).bodies["b"].inertia.m == 2


LEG = """<mujoco model="leg"><compiler angle="degree" meshdir="shapes"/>
<asset><mesh name="m" file="m.obj"/></asset><include file="motors.xml"/>
<worldbody><geom name="foot" size="0.05" pos="0 0 -1"/>
<body name="thigh" pos="0 0 -0.1" euler="0 30 0"><geom type="mesh" mesh="m"/>
<body name="shank" pos="0 0 -0.4"><joint name="knee" axis="0 1 0"/><geom size="0.03"/></body></body></worldbody></mujoco>"""
MOTORS = '<mujocoinclude><actuator><motor joint="knee" armature="0.1"/></actuator></mujocoinclude>'
WALKER = """<mujoco><asset><model name="leg" file="parts/leg.xml"/></asset><worldbody>
<body name="hip"><joint axis="1 0 0"/><geom size="0.1"/>
<attach model="leg" prefix="left_" {}/><frame pos="0 1 0"><attach model="leg" body="thigh" prefix="right_"/></frame></body>
</worldbody></mujoco>"""
MANY = '<replicate count="1600"><attach model="leg" prefix="l"/></replicate>'
CIRCLE = """<mujoco><asset><model name="a" file="main.xml"/></asset>
<worldbody><attach model="a" prefix="x"/></worldbody></mujoco>"""


@pytest.mark.parametrize("body", ["", 'body="thigh"'])
def test_attached_models_are_mujocos(body: str, tmp_path: Path) -> None:
    """All of a model, or a body of it: what stands still there moves here."""
    path = write(tmp_path, main=WALKER.format(body), parts__leg=LEG, parts__motors=MOTORS)
    (tmp_path / "parts" / "shapes").mkdir()
    (tmp_path / "parts" / "shapes" / "m.obj").write_text(tetrahedron(0.3))
    from benchmarks.corpus.mujoco import compare

    outcome = compare(path)
    assert (outcome.verdict, outcome.dof, outcome.detail) == ("agrees", 3, "")
    assert outcome.difference < 1e-12


def test_attached_models_are_counted_and_stay_inside(tmp_path: Path) -> None:
    write(tmp_path / "parts", leg=LEG, motors=MOTORS)
    (tmp_path / "parts" / "shapes").mkdir()
    (tmp_path / "parts" / "shapes" / "m.obj").write_text(tetrahedron(0.3))
    many = WALKER.format("").replace('<attach model="leg" prefix="left_" />', MANY)
    with pytest.raises(lw.LinkwrightError, match="with <attach> the model would have 3201 bodies or more"):
        lw.load(write(tmp_path, main=many))
    inside = tmp_path / "inside"
    with pytest.raises(lw.LinkwrightError, match="outside the model's folder"):
        lw.load(write(inside, main=WALKER.format("").replace("parts/leg", "../parts/leg")))
    with pytest.raises(lw.LinkwrightError, match="models attach models more than"):
        lw.load(write(inside, main=CIRCLE))
