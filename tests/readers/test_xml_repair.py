"""XML that real tools wrote wrong: what has one meaning is read and noted, with lines that stay right; the rest is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw

BODY = """<robot name="r">
  <link name="base"/>
  <link name="arm"><inertial><origin xyz="0.1 0 0"/><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
</robot>
"""


def repaired(robot: lw.Mechanism) -> list[tuple[str, str]]:
    assert not isinstance(robot, lw.Lagrangian)
    return [(note.what, note.where) for note in robot.notes if note.kind == "repaired"]


@pytest.mark.parametrize(
    ("head", "tail", "words", "line"),
    [
        (b'<?xml version="0.0" ?>\n', b"", "XML version '0.0' read as 1.0", 1),
        (b'<?xml version="2.0"?>\n', b"", "XML version '2.0' read as 1.0", 1),
        (b'<?xml version="1"?>\n', b"", "XML version '1' read as 1.0", 1),
        (b'<?xml encoding="utf-8"?>\n', b"", "the XML declaration has no version", 1),
        (b'<?XML version=""?>', b"", "the XML declaration has no version", 1),
        (b'\n\n\n<?xml version="1.0"?>\n', b"", "the XML declaration is not at the start of the file", 4),
        (b'\xef\xbb\xbf \n<?xml version="1.0"?>\n', b"", "the XML declaration is not at the start of the file", 2),
        (b'<!-- (c) -->\n<?xml\nversion="1.0"?>\n', b"", "the XML declaration is not at the start of the file", 2),
        (b'<?xml version="1.0" encoding="UTF-16"?>\n', b"", "encoding 'UTF-16' read as UTF-8", 1),
        (b'<?xml version="1.0" encoding="klingon"?>\n', b"", "encoding 'klingon' read as UTF-8", 1),
        (b"<!-- a -- b -->\n", b"", "a comment has '--'", 1),
        (b"\n<!-- Stra\xdfe -->\n", b"", "characters that are not UTF-8", 2),
        (b"", b"\0\0", "2 zero bytes after the end", 6),
    ],
)  # fmt: skip
def test_one_meaning_is_read_and_noted(head: bytes, tail: bytes, words: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_bytes(head + BODY.encode() + tail)
    robot = lw.load(path)
    ((what, where),) = repaired(robot)
    assert words in what
    assert where == f"r.urdf:{line}"
    good = tmp_path / "good.urdf"
    good.write_text(BODY)
    assert (
        lw.derive(robot, "mass_matrix")(q=[0.3]).tolist() == lw.derive(lw.load(good), "mass_matrix")(q=[0.3]).tolist()
    )


@pytest.mark.parametrize("head", [b'<?xml version="0.0"?>\n', b"<!-- -- -->\n", b'\n<?xml version="1.0"?>'])
def test_lines_of_later_errors_stay_right(head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_bytes(head + BODY.replace('value="2"', 'value="heavy"').encode())
    with pytest.raises(lw.LinkwrightError, match="mass of link 'arm' has 'heavy'") as caught:
        lw.load(path)
    assert caught.value.where == "r.urdf:4"


def test_a_name_in_an_old_encoding_is_read_as_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_bytes(b'\n<?xml version="1.0" encoding="iso-8859-1"?>' + BODY.replace("arm", "Fuß").encode("latin-1"))
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    assert "Fuß" in robot.bodies


def test_prefixes_without_a_declaration(tmp_path: Path) -> None:
    extra = '<xacro:macro name="m"/><gazebo><sim:plugin drake:x="1"/></gazebo></robot>'
    path = tmp_path / "r.urdf"
    path.write_text('<?xml version="0.0"?>' + BODY.replace("</robot>", extra))
    told = [what for what, _ in repaired(lw.load(path))]
    assert sorted(told) == [
        "XML version '0.0' read as 1.0",
        "no xmlns declares the prefix xacro, drake, sim: what is named so is not used",
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name="arm"', 'name="arm" name="leg"', "redefined"),
        ("</robot>", "</robot><robot/>", "more after the end"),
        ('name="r"', 'name="r\xe9"', "not well-formed"),
        ('name="arm"', 'name="a&b"', "not well-formed"),
        ('"0.1 0 0"', '"0,1 0 0"', "'0,1', which is not a finite number"),
        ('"0.1 0 0"', '"0.1 0 0 0"', "4 numbers in xyz, not 3"),
    ],
)
def test_several_meanings_are_refused(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_bytes(BODY.replace(old, new).encode("latin-1"))
    with pytest.raises(lw.LinkwrightError, match=words) as caught:
        lw.load(path)
    assert caught.value.hint


def test_commas_between_numbers_only_separate(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(BODY.replace('"0.1 0 0"', '"0.1, 0, 0"'))
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    assert robot.bodies["arm"].inertia.parameters[1] == pytest.approx(0.2)
    assert ("inertial origin of link 'arm': commas between numbers left out", "r.urdf:3") in repaired(robot)


def test_a_ball_joint_is_read_as_pybullet_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(BODY.replace("continuous", "spherical"))
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    assert (robot.nq, robot.nv) == (4, 3)
    assert any("read as a ball: j" in note.what for note in robot.notes)


def test_a_file_without_links_says_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text('<robot name="r"><deformable/></robot>')
    with pytest.raises(lw.LinkwrightError, match="<robot> holds only <deformable>"):
        lw.load(path)
    path.write_text('<robot name="r" xmlns:xacro="http://x"><xacro:arm/></robot>')
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert "save it as .xacro" in caught.value.hint
