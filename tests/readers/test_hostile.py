"""Files made to hurt: each gets its exact message, soon, and nothing happens besides."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import linkwright as lw

CORPUS = Path(__file__).parents[1] / "corpus" / "hostile"

# file -> what every message says, in order: (place, words of the message)
EXPECTED: dict[str, list[tuple[str, str]]] = {
    "entity_bomb.urdf": [("entity_bomb.urdf:2", "declares a DOCTYPE or entities")],
    "external_entity.urdf": [("external_entity.urdf:2", "declares a DOCTYPE or entities")],
    "external_dtd.urdf": [("external_dtd.urdf:2", "declares a DOCTYPE or entities")],
    "undeclared_entity.urdf": [("undeclared_entity.urdf:1", "Entity 'who' not defined")],
    "truncated.urdf": [("truncated.urdf:7", "the file ends too early")],
    "not_xml.urdf": [("not_xml.urdf:1", "not well-formed XML")],
    "empty.urdf": [("empty.urdf:1", "the file is empty or is not XML")],
    "wrong_root.urdf": [("wrong_root.urdf:2", "starts with <mujoco>, not with <robot>")],
    "no_links.urdf": [("no_links.urdf", "the file has no links")],
    "nan.urdf": [
        ("nan.urdf:5", "inertial origin of link 'arm' has 'NaN', which is not a finite number"),
        ("nan.urdf:6", "mass of link 'arm' has 'nan'"),
        ("nan.urdf:7", "iyy of link 'arm' has 'inf'"),
        ("nan.urdf:7", "izz of link 'arm' has '1e999'"),
        ("nan.urdf:10", "origin of joint 'j' has 'inf'"),
    ],
    "negative_mass.urdf": [("negative_mass.urdf:3", "link 'arm' has negative mass -1.5")],
    "circular_mimic.urdf": [("circular_mimic.urdf:3", "joints mimic each other in a circle: j1 -> j2 -> j3 -> j1")],
    "self_mimic.urdf": [("self_mimic.urdf:3", "joints mimic each other in a circle: j1 -> j1")],
    "unknown_joint.urdf": [("unknown_joint.urdf:3", "joint 'knee' has unknown type 'wobbly'")],
    "duplicates.urdf": [
        ("duplicates.urdf:4", "link 'b' is defined twice, first at duplicates.urdf:3"),
        ("duplicates.urdf:7", "joint 'j' is defined twice, first at duplicates.urdf:6"),
    ],
    "missing_links.urdf": [
        ("missing_links.urdf:3", "joint 'j' names unknown child link 'ghost'"),
        ("missing_links.urdf:4", "joint 'k' has no child link"),
        ("missing_links.urdf:5", "joint 'l' has no parent link"),
        ("missing_links.urdf:6", "a <joint> has no name"),
    ],
    "two_roots.urdf": [("two_roots.urdf", "several roots: a, island")],
    "loop.urdf": [("loop.urdf:4", "joints form a loop: a -> b -> a")],
    "two_parents.urdf": [("two_parents.urdf:5", "link 'b' has two parents: joints 'j' and 'l'")],
    "zero_axis.urdf": [("zero_axis.urdf:3", "axis (0 0 0) of joint 'j' has no direction")],
    "xacro_inside.urdf": [("xacro_inside.urdf:3", "origin of joint 'j' has '${length}'")],
    "many.urdf": [
        ("many.urdf:2", "a <link> has no name"),
        ("many.urdf:3", "<inertial> of link 'a' has no <inertia>"),
        ("many.urdf:4", "<inertial> of link 'b' has no <mass>"),
        ("many.urdf:5", "mass of link 'c' has 'heavy'"),
        ("many.urdf:5", "izz of link 'c' is missing"),
        ("many.urdf:6", "joint 'j' has no type"),
        ("many.urdf:7", "origin of joint 'k' has 2 numbers in xyz, not 3"),
        ("many.urdf:7", "origin of joint 'k' has 4 numbers in rpy, not 3"),
    ],
    "code_tag.yaml": [("code_tag.yaml:2", "the file has a tag")],
    "custom_tag.yaml": [("custom_tag.yaml:2", "the file has a tag '!include'")],
    "billion_laughs.yaml": [("billion_laughs.yaml:4", "too many values, counting aliases")],
    "recursive_alias.yaml": [("recursive_alias.yaml:3", "an alias '*j' to something not complete")],
    "duplicate_keys.yaml": [
        ("duplicate_keys.yaml:5", "key 'mass' is written twice, first at line 5"),
        ("duplicate_keys.yaml:6", "key 'joints' is written twice, first at line 2"),
    ],
    "broken.yaml": [("broken.yaml:4", "not well-formed YAML")],
    "expression_code.yaml": [
        ("expression_code.yaml:3", "is not understood, column 12"),
        ("expression_code.yaml:5", "mass of body 'a': '.nan' is not a finite number"),
        ("expression_code.yaml:5", "entry 2 of com of body 'a': an exponent is too large"),
        ("expression_code.yaml:5", "entry 3 of com of body 'a': '.inf' is not a finite number"),
    ],
    "mistakes.yaml": [
        ("mistakes.yaml:2", "unknown key 'gravty'"),
        ("mistakes.yaml:3", "'2x' cannot name a parameter"),
        ("mistakes.yaml:3", "'sin' cannot name a parameter"),
        ("mistakes.yaml:5", "type of joint 'shoulder' is 'revolut', which is not known"),
        ("mistakes.yaml:6", "unknown key 'axes' in joint 'elbow'"),
        ("mistakes.yaml:6", "unknown name 'L2'"),
        ("mistakes.yaml:7", "joint 'wrist' has no child"),
        ("mistakes.yaml:8", "joint 'ball' is spherical and cannot have spring"),
        ("mistakes.yaml:10", "body 'upper' has negative mass -1"),
        ("mistakes.yaml:11", "com of body 'lower' has 2 entries, not 3"),
        ("mistakes.yaml:11", "body 'lower' has com, but no mass"),
        ("mistakes.yaml:13", "frame 'tip' has no body"),
    ],
    "loops.yaml": [
        ("loops.yaml:4", "actuated of joint 'shoulder' is not true or false"),
        ("loops.yaml:5", "joint 'elbow' is both actuated and passive"),
        ("loops.yaml:9", "unknown key 'body' in loop 'c'"),
        ("loops.yaml:9", "loop 'c' has no kind"),
        ("loops.yaml:9", "loop 'c' has no first"),
        ("loops.yaml:9", "loop 'c' has no second"),
        ("loops.yaml:10", "kind of loop 'd' is 'hinge', which is not known"),
        ("loops.yaml:10", "mode of loop 'd' is 2"),
        ("loops.yaml:11", "unknown name 'b'"),
        ("loops.yaml:11", "loop 'e' joins unknown frame 'nowhere'"),
        ("loops.yaml:12", "first of loop 'f' has no body"),
        ("loops.yaml:12", "second of loop 'f' is not a name"),
        ("loops.yaml:13", "loop 'h' is not a mapping"),
        ("loops.yaml:15", "there is no joint 'wrist'"),
        ("loops.yaml:16", "joint 'ball' is spherical, without a single coordinate"),
        ("loops.yaml:17", "'elbow' is a joint and a parameter"),
        ("loops.yaml:18", "unknown name 'knee'"),
        ("loops.yaml:20", "gear 'one' does not join two joints"),
        ("loops.yaml:21", "a ratio between a joint that turns and one that slides"),
        ("loops.yaml:22", "gear 'three' has a radius, but does not join a turning joint to a sliding one"),
        ("loops.yaml:23", "gear 'four' has neither ratio nor radius"),
        ("loops.yaml:24", "ratio of gear 'five' is 0"),
        ("loops.yaml:25", "'wrist' under actuated is no joint"),
        ("loops.yaml:27", "there is no joint 'wrist'"),
        ("loops.yaml:28", "start of joint 'ball' is no list of 4 numbers"),
        ("loops.yaml:29", "unknown name 'nothing'"),
        ("loops.yaml:30", "a parallel robot needs 'platform:'"),
    ],
    "list.yaml": [("list.yaml", "the file is not a mapping")],
    "empty.yaml": [("empty.yaml", "the file is empty")],
    "no_convention.csv": [("no_convention.csv", "does not say its convention")],
    "mistakes.csv": [
        ("mistakes.csv:3", "DH row 1 is a revolute joint with q in d"),
        ("mistakes.csv:4", "DH row 2 has joint type 'X'"),
        ("mistakes.csv:5", "theta of a revolute joint must be its variable q"),
        ("mistakes.csv:6", "the row has 3 cells, the head has 5"),
        ("mistakes.csv:7", "'q' is no function"),
    ],
    "not_text.csv": [("not_text.csv", "not UTF-8 text")],
}


def fails(path: Path) -> list[lw.LinkwrightError]:
    """All errors of a file, which must come within seconds."""
    start = time.process_time()  # of this process: the machine may be busy with other tests
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert time.process_time() - start < 3.0
    return list(getattr(caught.value, "errors", [caught.value]))


def test_the_table_knows_every_file() -> None:
    assert sorted(EXPECTED) == sorted(p.name for p in CORPUS.iterdir())


@pytest.mark.parametrize("name", EXPECTED)
def test_every_message_names_thing_place_and_remedy(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = fails(CORPUS / name)
    assert [e.where for e in found] == [where for where, _ in EXPECTED[name]]
    for error, (_, words) in zip(found, EXPECTED[name], strict=True):
        assert words in error.what
        assert error.hint
    assert not list(tmp_path.iterdir())  # nothing was written


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("deep.urdf", b"<robot>" + b"<link>" * 1_700_000, "nested too deeply"),
        ("deep_closed.urdf", b"<robot>" + b"<a>" * 1_300_000 + b"</a>" * 1_300_000 + b"</robot>", "nested too deeply"),
        ("attribute.urdf", b'<robot name="' + b"x" * 11_000_000 + b'"><link name="a"/></robot>', ""),
        ("wide.urdf", b"<robot>" + b"<link/>" * 400_000 + b"</robot>", "400000 parts"),
        ("huge.urdf", b" " * 40_000_000, "40 MB"),
        ("deep.yaml", b"[" * 10_000_000, "10000 kB"),
        ("long_line.yaml", b"[" * 99_000, "99000 characters"),
        ("deep_lines.yaml", b"[\n" * 49_000, "nesting that is too deep"),
        ("deep_block.yaml", b"- " * 900, "nesting that is too deep"),
        ("long.yaml", b"linkwright: " + b"x\n  " * 20_000, "is not known"),
        ("wide.yaml", b"\n".join(b"k%d: 1" % i for i in range(9_000)), "too many values"),
        ("utf16.urdf", "<?xml version='1.0' encoding='utf-16'?><!DOCTYPE robot><robot/>".encode("utf-16"), "DOCTYPE"),
        ("zeros.urdf", b"\0" * 1000, "not"),
        ("zeros.yaml", b"\0" * 1000, "not well-formed YAML"),
        ("rows.csv", b"# convention: modified\ntype,alpha,a,d,theta\n" + b"R,0,0,0,q\n" * 50_000, "lines"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)  # fmt: skip
def test_large_and_deep_files_end_soon(name: str, content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    if not words:
        with pytest.raises(lw.LinkwrightError):
            lw.load(path)
        return
    assert words in fails(path)[0].what


def test_errors_of_a_file_without_end_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "endless.urdf"
    path.write_text("<robot name='r'>" + "<link/>\n" * 5000 + "</robot>")
    found = fails(path)
    assert len(found) < 100
    assert "more errors" in " ".join(e.what for e in found)


@pytest.mark.parametrize(
    ("name", "words"), [("a.xml", "no such file"), ("a.sdf", "no such file"),
                        ("a.txt", "'.txt' are not known"), ("nowhere.urdf", "no such file")]
)  # fmt: skip
def test_unreadable_files_are_told_by_name(name: str, words: str) -> None:
    assert words in fails(Path(name))[0].what


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "robot.urdf").mkdir()
    assert "cannot be read" in fails(tmp_path / "robot.urdf")[0].what
    assert "is a folder" in fails(tmp_path)[0].what


@pytest.mark.parametrize("link", ["<link name='b'>{children}</link>", "<link name='b' {attributes}/>"])
def test_thousands_of_unknown_names_are_looked_at_once_each(link: str, tmp_path: Path) -> None:
    names = [f"foo{k}" for k in range(12_000)]
    text = link.format(children="".join(f"<{x}/>" for x in names), attributes=" ".join(f"{x}='1'" for x in names))
    path = tmp_path / "many.urdf"
    path.write_text(f"<robot name='a'>{text}</robot>", encoding="utf-8")
    start = time.process_time()
    lw.load(path)
    assert time.process_time() - start < 5  # quadratic: half a minute
