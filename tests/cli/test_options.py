"""Flags of the shell are the fields of the options' types: names, help texts and defaults are written once."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tests.support.cli import Output, Pages, Reading, app, spread
from tests.support.package import Printed, Request
from tests.support.simulation import Run


def flags(command: str) -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    return {p.name: p for p in group.commands[command].params}


@pytest.mark.parametrize(
    ("command", "kind", "left_out"),
    [
        ("build", Request, ()),
        ("build", Output, ()),
        ("build", Reading, ()),
        ("equations", Printed, ("effort", "real")),
        ("equations", Pages, ()),
        ("simulate", Run, ()),
    ],
)
def test_a_flag_for_every_field(command: str, kind: type[Any], left_out: tuple[str, ...]) -> None:
    found = flags(command)
    for f in fields(kind):
        if f.name in left_out:
            assert f.name not in found
            continue
        assert found[f.name].help == f.metadata["help"]
        assert found[f.name].default == f.default


def test_a_command_gets_its_options_as_one_value() -> None:
    @dataclass(frozen=True)
    class Size:
        width: int = field(default=3, metadata={"help": "in mm"})
        name: str | None = field(default=None, metadata={"help": "of it", "flags": ("--called", "-c")})

    seen: list[tuple[str, Size]] = []
    shell = typer.Typer()

    def put(what: str, size: Size) -> None:
        seen.append((what, size))

    put.__annotations__ = {"what": str, "size": Size}
    shell.command()(spread()(put))
    assert CliRunner().invoke(shell, ["it", "--width", "5", "-c", "box"]).exit_code == 0
    assert CliRunner().invoke(shell, ["that"]).exit_code == 0
    assert seen == [("it", Size(5, "box")), ("that", Size())]
