"""What Python says of names and packages that are missing: as the shell does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.terminal import extras

PENDULUM = Path(__file__).parents[2] / "examples" / "double_pendulum.yaml"


@pytest.mark.parametrize(
    "ask",
    [
        lambda robot: lw.derive(robot, "mass_matrix", symbolic="mas_*"),
        lambda robot: lw.build(robot, "c", None, "M", symbolic="mas_*"),
        lambda robot: lw.equations(robot, "M", parameters="numeric", symbolic="mas_*"),
    ],
    ids=["derive", "build", "equations"],
)
def test_a_pattern_that_matches_nothing_lists_names(ask: Callable[[object], object]) -> None:
    robot = lw.load(PENDULUM)
    with pytest.raises(lw.LinkwrightError, match="no parameter matches 'mas_\\*'") as caught:
        ask(robot)
    assert all(name in caught.value.hint for name in robot.parameters)


@pytest.mark.parametrize(
    ("package", "extra", "ask"),
    [
        ("matplotlib", "plot", lambda motion: motion.plot()),
        ("pandas", "pandas", lambda motion: motion.frame()),
    ],
    ids=["matplotlib", "pandas"],
)
def test_a_missing_package_is_named_with_the_command_that_works(
    package: str, extra: str, ask: Callable[[object], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    motion = lw.simulate(lw.load(PENDULUM), 0.02)
    for name in [name for name in sys.modules if name.partition(".")[0] == package or ".view.plot" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(lw.LinkwrightError, match=package) as caught:
        ask(motion)
    assert caught.value.hint.startswith("pip install -e '")
    assert f"[{extra}]'" in caught.value.hint
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "site-packages" / "linkwright" / "installed.py"))
    with pytest.raises(lw.LinkwrightError) as caught:
        ask(motion)
    assert caught.value.hint == f"pip install 'linkwright[{extra}]'"


def _attribute(robot: object, name: str) -> object:
    return getattr(robot, name)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: lw.load(PENDULUM.with_name("double_pendulm.yaml")), "did you mean '.*double_pendulum.yaml'"),
        (lambda: lw.load(PENDULUM.parent / "nowhere" / "arm.yaml"), "there is no folder '.*nowhere'"),
        (lambda: lw.build(PENDULUM, "fortrn"), "did you mean fortran"),
        (lambda: lw.compile(3), "compile needs a Robot"),  # pyright: ignore[reportArgumentType, reportCallIssue]
        (lambda: _attribute(lw.compile(PENDULUM), "mas_matrix"), "did you mean 'mass_matrix'"),
    ],
    ids=["file", "folder", "language", "no robot", "quantity"],
)
def test_a_slip_is_told_with_what_was_meant(ask: Callable[[], object], said: str) -> None:
    with pytest.raises((lw.LinkwrightError, AttributeError), match=said):
        ask()


def test_python_itself_can_tell_which_name_of_the_door_was_meant() -> None:
    with pytest.raises(AttributeError) as caught:
        _attribute(lw, "simluate")
    assert caught.value.name == "simluate"
    assert caught.value.obj is lw
