"""What tests of documents share: every example, equality down to the last digit, and damage."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jsonschema import Draft202012Validator

from benchmarks.mutations import damage as damaged
from tests.support.graph import Expr, Graph, reachable
from tests.support.manifold import Term
from tests.support.schema import dumps, from_json, json_schema, loads, to_json

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(p for p in (ROOT / "examples").rglob("*") if p.suffix in (".yaml", ".urdf"))


@cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema(kind))


def through_text(thing: Any) -> Any:
    """A thing written as text, validated by its schema, and read back."""
    document = json.loads(dumps(to_json(thing)))
    validator(document["kind"]).validate(document)
    return from_json(loads(dumps(document).encode()))


def differences(a: Any, b: Any, at: str = "") -> Iterator[str]:
    """Where two things differ: in type, in a digit, in the form of an expression."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):  # frozen or not
        if list(a) != list(b):
            yield f"{at}: keys {list(a)} and {list(b)}"
        for key in a:
            yield from differences(a[key], b.get(key), f"{at}[{key}]")
    elif type(a) is not type(b):
        yield f"{at}: {type(a).__name__} and {type(b).__name__}"
    elif isinstance(a, Expr):
        if shape(a) != shape(b):
            yield f"{at}: {a!r} and {b!r}"
    elif isinstance(a, Graph):
        if [a.op, a.args, list(map(repr, a.data))] != [b.op, b.args, list(map(repr, b.data))]:
            yield f"{at}: graphs"
    elif isinstance(a, Term):  # hash-consed: equal terms are one object
        if a is not b:
            yield f"{at}: {a!r} and {b!r}"
    elif isinstance(a, np.ndarray):
        if a.dtype != b.dtype or a.shape != b.shape or a.tobytes() != b.tobytes():
            yield f"{at}: arrays"
    elif is_dataclass(a):
        for f in fields(a):
            yield from differences(getattr(a, f.name), getattr(b, f.name), f"{at}.{f.name}")
    elif isinstance(a, tuple | list):
        if len(a) != len(b):
            yield f"{at}: {len(a)} and {len(b)} entries"
        for k, (x, y) in enumerate(zip(a, b, strict=False)):
            yield from differences(x, y, f"{at}[{k}]")
    elif repr(a) != repr(b):  # of floats: every digit, NaN and the sign of zero
        yield f"{at}: {a!r} and {b!r}"


def shape(x: Expr) -> list[tuple[str, list[int], str]]:
    """An expression as a list of nodes: the same for the same expression in another graph."""
    number: dict[int, int] = {}
    rows: list[tuple[str, list[int], str]] = []
    for i in reachable(x.graph, [x.index]):
        number[i] = len(rows)
        rows.append((x.graph.op[i], [number[j] for j in x.graph.args[i]], repr(x.graph.data[i])))
    return rows


JUNK: list[Any] = [
    None, True, 0, 1, 3, 7, -1, 10**30, 1e308, -1e200, 0.5, "1/3", "1/0", "-7/2", "inf", "nan", "9" * 3000,
    "", "q", "\ud800", "\n", "world", "fixed", "sin", "pow", "const", "mul", "matmul", "power", "SO3", "S2", "skew",
    [], {}, [1], [[]], {"node": 0}, {"node": -1}, {"node": 10**9}, {"node": True},
    ["pi", []], ["sym", [], "m"], ["const", [], "1/3"], ["div", [0, 0]], ["pow", [0, 0]],
]  # fmt: skip


def damage(document: Any, rng: random.Random) -> None:
    """Put junk somewhere, leave something out, write it twice, or exchange two values."""
    damaged(document, rng, JUNK)
