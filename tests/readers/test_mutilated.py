"""Files of closed mechanisms, mutilated at random: they load, or say politely why not; nothing else ever happens."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import linkwright as lw

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "loops").glob("*.yaml"))
JUNK: list[Any] = [
    None, True, 0, -1, 1e400, float("nan"), 10**400, "", "q", "q1", "crank", "x y", "((", "2*", [], {}, [1], {"a": 1}, "world",
    "1/0", {"body": "world"}, [[4, 5]], [[1, 1]], "9", "-q1", "pin", "é", "q(q1)", "__class__", [[]], {"rows": 3}, "sqrt(-1)",
]  # fmt: skip
ELSEWHERE = ("parameters", "gravity", "bodies", "frames")  # other tests mutilate these


def places(x: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    for key, entry in entries:
        yield (*at, key)
        yield from places(entry, (*at, key))


def mutilate(tree: Any, rng: random.Random) -> None:
    at = rng.choice([x for x in places(tree) if x[0] not in ELSEWHERE])
    inside = tree
    for key in at[:-1]:
        inside = inside[key]
    choice = rng.random()
    if choice < 0.7:
        inside[at[-1]] = rng.choice(JUNK)
    elif choice < 0.85:
        del inside[at[-1]]
    elif isinstance(inside, list):
        inside.insert(at[-1], inside[at[-1]])
    else:
        inside[str(rng.choice(JUNK))] = inside.pop(at[-1])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_no_other_exception(path: Path) -> None:
    whole = YAML(typ="safe").load(path)
    rng = random.Random(path.stem)
    refused = 0
    for _ in range(25):
        tree = copy.deepcopy(whole)
        for _ in range(rng.choice([1, 1, 2, 3])):
            mutilate(tree, rng)
        try:
            lw.load(tree)
        except lw.LinkwrightError as error:
            refused += bool(str(error))
    assert refused > 5  # the damage is real
