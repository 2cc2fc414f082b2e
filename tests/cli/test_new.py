"""Templates of `linkwright new`: each is a valid, closed robot from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from tests.readers.closing import Closing
from tests.support.cli import LOOPS, PARALLEL, write_template


@pytest.mark.parametrize(("loop", "freedom"), [("fourbar", 1), ("slider-crank", 1), ("five-bar", 2)])
def test_a_linkage_closes_where_it_starts(loop: str, freedom: int, tmp_path: Path) -> None:
    path = tmp_path / "a b.yaml"
    write_template(path, "RR", force=False, loop=loop)
    robot = lw.load(path)
    assert robot.name == "a b"
    assert not robot.notes
    assert len(robot.actuated) == freedom
    closing = Closing(robot)
    start = closing.start()
    q = closing.solve(start, {n: start[n] for n in robot.actuated})
    assert max(abs(q[n] - start[n]) for n in q) < 0.1
    assert closing.mobility(q) == freedom
    assert "linkwright check a b.yaml" in path.read_text(encoding="utf-8")


def test_an_unknown_loop_is_named(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"no template for the loop 'sixbar'") as caught:
        write_template(tmp_path / "a.yaml", "RR", force=False, loop="sixbar")
    assert all(name in caught.value.hint for name in LOOPS)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["loop", "parallel"])
def test_templates_are_robots_of_their_own(kind: str) -> None:
    """Files of the package, valid as they are: an editor and a linter see YAML."""
    from importlib.resources import files

    known = LOOPS if kind == "loop" else PARALLEL
    found = {p.name.removesuffix(".yaml"): p for p in (files("linkwright.writers") / "templates" / kind).iterdir()}
    assert set(found) == set(known)
    for path in found.values():
        assert lw.load(Path(str(path))).name == "NAME"
