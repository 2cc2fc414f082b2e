"""Damage done to files at random: bytes, words, lines, elements, values. What it does is decided by a `random.Random` alone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

NUMBERS = (
    "0", "-0", "1", "-1", "1e-320", "1e-300", "1e-9", "1e9", "1e200", "-1e200", "1e308", "-1e308", "1e309", "nan",
    "inf", "-inf", ".nan", "0x10", "017", "1_000", "1e", "1.2.3", "--1", "9" * 400, "1/0", "1/3", "2**200", "9**9**9",
    "pi/1e-308", "1:30", "2024-01-01", "true", "null", "", "1 2", "1,5", "100000", "360 deg", "${1/0}", "1e-400",
    "1e999999999", "1e-999999999",
    "3.141592653589793", "1.5707963267948966",
)  # fmt: skip
GENTLE = (
    "0",
    "0.0",
    "-1",
    "1",
    "2",
    "0.5",
    "1e-320",
    "1e-300",
    "1e-12",
    "1e6",
    "1e100",
    "1e200",
    "-1e200",
    "1e308",
    "1/3",
    "90",
)
HIDDEN = (
    "\x1b[31m", "\x00", "\x07", "\r", "\x7f", "\x9b", "\u202e", "\u200b", "\u2028", "\ufeff", "\ud800", "\n", "\t",
    "\u00ad",
)  # fmt: skip
WORDS = (
    "world", "", "q", "q1", "base", "none", "é", "机", "a b", "a/b", "../../x", "a'b", 'a"b', "*/", "<x>", "&amp;",
    "%s", "{0}", "$(x)", "`x`", "-", "_", "x" * 3000, "class", "double", "test_robot", "main", "Makefile",
    "README.md", "CON", "nul", "self", "lambda", "end", "revolute", "prismatic", "fixed", "floating", "spherical",
    "planar", "universal", "helical", "pin", "weld", "point", "__class__",
)  # fmt: skip
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 0.5, 1e308, -1e200, 1e-320, 10**30, "", "q", "world", [], {}, [1], [[]], {"a": 1},
    [1, 2, 3], "x y", "((", "2*", "1/0", "9**9**9", "pi/1e-308", "2024-01-01", "sqrt(-1)", "nan", ".inf", "é",
    [[4, 5]], {"body": "world"}, "-q1", "q(q1)", [None, None, None], ["x", "y", "z"], [1e308, 1e308, 1e308],
    [1, 1e200, 0], [0, 0, 0],
)  # fmt: skip
DAMAGE = (
    "[", "]", "{", "}", "<", ">", '"', "'", "&", "*x", "!t", "#", ":", "\\", "\n", "\t", "((((", "]]>", "<!--", "-->",
    "<?xml?>", "---", ", ,",
)  # fmt: skip
_TOKEN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*")

Mutation = Callable[[str, random.Random], str]


# --- trees of values ------------------------------------------------------------------------------------------------------


def places(tree: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every entry of nested dicts and lists."""
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, entry in entries:
        yield (*at, key)
        yield from places(entry, (*at, key))


def damage(document: Any, rng: random.Random, junk: Sequence[Any] = JUNK) -> None:
    """Put junk somewhere, leave something out, write it twice, or exchange two values."""
    everywhere = list(places(document))
    at, other = rng.choice(everywhere), rng.choice(everywhere)
    inside, elsewhere = (_inside(document, x) for x in (at, other))
    choice = rng.random()
    if choice < 0.6:
        inside[at[-1]] = deepcopy(rng.choice(junk))
    elif choice < 0.75:
        del inside[at[-1]]
    elif choice < 0.85:
        inside[at[-1]] = deepcopy(elsewhere[other[-1]])
    elif isinstance(inside, list):
        inside.insert(at[-1], deepcopy(inside[at[-1]]))
    else:
        inside[str(rng.choice(junk))] = inside.pop(at[-1])


def _inside(document: Any, at: tuple[Any, ...]) -> Any:
    for key in at[:-1]:
        document = document[key]
    return document


def of_values(text: str, rng: random.Random) -> str:
    """A YAML or JSON document with another value in it; written as JSON, which is YAML too."""
    from ruamel.yaml import YAML

    junk = (*JUNK, *NUMBERS, *WORDS, *HIDDEN)
    try:
        tree = json.loads(text) if text.lstrip().startswith("{") else YAML(typ="safe", pure=True).load(text)
        damage(tree, rng, junk)
        return json.dumps(tree, indent=1, default=str)
    except Exception:  # what is no document any more is damaged as text
        return of_words(text, rng)


# --- elements -------------------------------------------------------------------------------------------------------------


def of_elements(text: str, rng: random.Random) -> str:
    """An XML document with an element moved, doubled or left out, or an attribute changed."""
    from lxml import etree

    try:
        root = etree.fromstring(text.encode())
    except (etree.XMLSyntaxError, ValueError):
        return of_words(text, rng)
    elements = [e for e in root.iter() if isinstance(e.tag, str)]
    one, other = rng.choice(elements), rng.choice(elements)
    choice = rng.random()
    try:
        if choice < 0.5 and one.attrib:
            _attribute(one, other, rng)
        elif choice < 0.6:
            one.text = rng.choice((*NUMBERS, *WORDS))
        elif choice < 0.7 and one is not root:
            one.getparent().remove(one)
        elif choice < 0.8 and one is not root:
            one.addnext(deepcopy(one))
        elif choice < 0.9:
            other.append(deepcopy(one))
        else:
            one.tag = other.tag
    except ValueError:  # what XML cannot hold is put in by the mutations of text
        return of_words(text, rng)
    return etree.tostring(root, encoding="unicode")


def _attribute(one: Any, other: Any, rng: random.Random) -> None:
    name = rng.choice(list(one.attrib))
    choice = rng.random()
    if choice < 0.4:
        words = one.get(name).split() or [""]
        words[rng.randrange(len(words))] = rng.choice((*NUMBERS, *WORDS))
        one.set(name, " ".join(words))
    elif choice < 0.7:
        one.set(name, rng.choice((*NUMBERS, *WORDS)))
    elif choice < 0.85:
        del one.attrib[name]
    else:
        one.set(name, rng.choice(list(other.attrib.values()) or [""]))


# --- text -----------------------------------------------------------------------------------------------------------------


def of_words(text: str, rng: random.Random) -> str:
    """A number or a name replaced by an extreme one."""
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return of_characters(text, rng)
    token = rng.choice(tokens)
    number = token.group()[0] in "+-.0123456789"
    choice = rng.random()
    if choice < 0.15:
        new = token.group() + rng.choice(HIDDEN)
    elif choice < 0.3:
        new = rng.choice(tokens).group()
    else:
        new = rng.choice(NUMBERS if number == (choice < 0.9) else WORDS)
    return text[: token.start()] + new + text[token.end() :]


def of_numbers(text: str, rng: random.Random) -> str:
    """A number replaced by another one that most places allow: what a reader lets pass is what the rest must bear."""
    tokens = [t for t in _TOKEN.finditer(text) if t.group()[0] in "+-.0123456789"]
    if not tokens:
        return of_words(text, rng)
    token = rng.choice(tokens)
    new = rng.choice((*GENTLE, rng.choice(tokens).group(), f"{rng.gauss(0, 1):.3g}"))
    return text[: token.start()] + new + text[token.end() :]


def of_lines(text: str, rng: random.Random) -> str:
    """A line left out, doubled, cut or exchanged with another."""
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    choice = rng.random()
    if choice < 0.3:
        del lines[i]
    elif choice < 0.5:
        lines.insert(j, lines[i])
    elif choice < 0.8:
        lines[i], lines[j] = lines[j], lines[i]
    elif choice < 0.9:
        lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
    else:
        del lines[max(i, 1) :]
    return "\n".join(lines)


def of_characters(text: str, rng: random.Random) -> str:
    """Characters left out, put in, repeated."""
    at = rng.randrange(len(text) + 1)
    new = rng.choice(("", rng.choice(DAMAGE), rng.choice(HIDDEN), text[at : at + 40], chr(rng.randrange(1, 0x300))))
    return text[:at] + new + text[at + rng.randrange(12) :]


def mutate(text: str, suffix: str, rng: random.Random) -> bytes:
    """One to four mutations that suit the kind of file."""
    own: dict[str, Mutation] = dict.fromkeys((".yaml", ".json"), of_values)
    own |= dict.fromkeys((".urdf", ".xacro", ".sdf", ".xml", ".mjcf"), of_elements)
    kinds: list[Mutation] = [of_words, of_words, of_lines, of_characters]
    kinds += [own[suffix]] * 4 if suffix in own else []
    if rng.random() < 0.5:
        kinds = [of_numbers]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        text = rng.choice(kinds)(text, rng)
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.randbytes(rng.randrange(1, 4)) + data[at + rng.randrange(4) :]
    return data
