"""`linkwright catalog find`: chains by their motions or their word, by a name, or by a robot that is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwright.catalogue.selection import Selection
from linkwright.cli.arguments import AsJson, load_mechanism
from linkwright.cli.options import spread
from linkwright.errors import InputError
from linkwright.request import option

if TYPE_CHECKING:
    from linkwright.catalogue.find import Match


@dataclass(frozen=True)
class Sought:
    """What chains are looked for by, besides what is in a Selection."""

    word: str = option("", "letters of the joints: RRRP, or with U and S: RRS")
    name: str = option("", "a name, ours or of the known database: S4RRRP1")
    frame: str | None = option(None, "of --like: the frame (default: the end of the arm)")


@spread()
def find_chains(
    selection: Selection,
    sought: Sought,
    like: Annotated[Path | None, typer.Option(help="a robot file: which chain is it?", show_default=False)] = None,
    json: AsJson = False,
) -> None:
    """Find chains by motions, word or name; or the chain that a robot is, with its lengths and angles."""
    if sum((like is not None, bool(sought.name), selection != Selection() or bool(sought.word))) > 1:
        what = "--like, --name and filters such as --mask each look in their own way"
        raise InputError(what, hint="give one of them")
    if sought.frame is not None and like is None:
        raise InputError("--frame is a frame of a robot", hint="name the robot's file by --like")
    if like is not None:
        _tell_like(like, sought.frame, json)
    elif sought.name:
        _tell_name(sought.name, json)
    else:
        _tell_chains(selection, sought.word.upper(), json)


def _tell_chains(selection: Selection, word: str, json: bool) -> None:
    from linkwright.catalogue.table import entries
    from linkwright.cli.catalog.enumerate import print_list
    from linkwright.cli.console import console, print_versioned, steps

    if {*word} - {*"RPUS"}:
        raise InputError(f"'{word}' is no word of joints", hint="letters R, P, U and S, such as RRRP or RRS")
    if {*word} & {*"US"}:
        selection = replace(selection, level="variants")
    with steps() as tell:
        chains = [x for x in selection.chains(tell) if word in ("", x.word, x.technical)]
    if not chains:
        hint = f"its letters are those of other joints: --joints {selection.joints}, --level {selection.level}"
        raise InputError(f"no such chain has the word {word}", hint=hint)
    rows = list(entries(chains))
    if json:
        print_versioned({"chains": [row.cells for row in rows]})
    else:
        print_list(rows, console())


def _tell_name(name: str, json: bool) -> None:
    from linkwright.catalogue.find import named
    from linkwright.catalogue.known import known_chains, known_names
    from linkwright.catalogue.known_rules import RULES
    from linkwright.cli.console import console, print_versioned

    known = known_chains().get(name)
    ours = known.ours if known else (named(name).name,)
    rules = [RULES[letter] for letter in known.rules] if known else []
    if json:
        print_versioned({"name": name, "chains": ours, "rules": rules, "rows": known.code if known else ""})
        return
    names = "  ".join(known_names(ours[0])) or "no name" if ours else ""
    screen = console()
    screen.print(f"{name}: {', '.join(ours) or 'no chain'}" if known else f"{ours[0]}: {names} in the known database")
    for rule in rules:
        screen.print(f"  {rule}", soft_wrap=True)


def _tell_like(path: Path, frame: str | None, json: bool) -> None:
    from linkwright.catalogue.find import structure_of
    from linkwright.cli.console import print_versioned
    from linkwright.mechanism import require_robot

    robot = require_robot(load_mechanism(path), "catalog find", "give a robot")
    found = structure_of(robot, frame)
    if json:
        way = found[0].way
        facts = {
            "robot": robot.name,
            "base": way.base,
            "frame": way.frame,
            "joints": [x._asdict() for x in way.table.rows],
        }
        poses = {"base_pose": way.table.base.tolist(), "tool_pose": way.tool.tolist()}
        print_versioned({**facts, **poses, "chains": [_facts(match) for match in found]})
    else:
        _print_like(robot.name, found)


def _facts(match: Match) -> dict[str, Any]:
    from linkwright.catalogue.known import known_names

    chain = match.chain
    return {
        "name": chain.name,
        "level": chain.level,
        "mask": chain.mask,
        "known": known_names(chain.name),
        "values": match.values,
        "differences": match.differences,
    }


def _print_like(name: str, found: Sequence[Match]) -> None:
    from linkwright.cli.console import console, table

    screen, way = console(), found[0].way
    near = " is no chain of the catalogue; nearest:" if found[0].differences else ":"
    screen.print(f"{name}, from {way.base} to {way.frame}{near}")
    for match in found:
        facts = _facts(match)
        known = f", known as {' '.join(facts['known'])}" if facts["known"] else ""
        screen.print(f"\n{facts['name']}   {facts['level']}, {facts['mask']}{known}", soft_wrap=True)
        if match.values:
            screen.print(f"  {_values(match)}", soft_wrap=True)
        for line in match.differences:
            screen.print(f"  {line}", soft_wrap=True)
    screen.print()
    rows = [
        (
            row.joint,
            f"{'d' if row.slides else 'theta'}{k} = {'-' if row.sign < 0 else ''}q{_offset(row.slides, row.offset)}",
        )
        for k, row in enumerate(way.table.rows, 1)
    ]
    screen.print(table("", ("joint", "variable of the chain"), rows))


def _values(match: Match) -> str:
    """Lengths that are not zero, then angles."""
    lengths = [f"{name} {match.values[name]:.6g} m" for name in match.chain.lengths if abs(match.values[name]) > 1e-9]
    angles = [f"{name} {degrees(match.values[name]):.5g} deg" for name in match.chain.angles]
    return ", ".join([*lengths, *angles]) or "all lengths zero"


def _offset(slides: bool, offset: float) -> str:
    size = f"{abs(offset):.6g} m" if slides else f"{abs(degrees(offset)):.5g} deg"
    return "" if abs(offset) < 1e-9 else f" {'-' if offset < 0 else '+'} {size}"
