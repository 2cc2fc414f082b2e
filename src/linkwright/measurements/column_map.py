"""Which columns hold what, as a user says it: "t=stamp, q=pos*[deg], tau=effort_{n}", a mapping, or a file of YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from linkwright.errors import InputError, suggestion
from linkwright.measurements.column_names import WORDS, tokens_of, with_unit
from linkwright.narrowing import is_mapping, is_sequence

_HINT = "write t=stamp, q=pos*, tau=effort*; with several names: q=a, b, c"
_MOST_BYTES = 100_000


def column_map(given: str | Path | Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Role (t, q, v, a, tau, wrench) -> patterns or names of columns, from a text, a mapping or the name of a YAML file."""
    if isinstance(given, str | Path):
        given = _from_yaml(Path(given)) if str(given).lower().endswith((".yaml", ".yml")) else _from_text(str(given))
    roles = {word: role for role, words in WORDS.items() for word in words}
    found: dict[str, tuple[str, ...]] = {}
    for key, value in given.items():
        role = roles.get(str(key).strip().lower())
        if role is None:
            raise InputError(f"'{key}' is nothing that is measured", "columns", suggestion(str(key), WORDS, _HINT))
        if role in found:
            raise InputError(f"the columns of {role} are said twice", "columns", _HINT)
        names = [value] if isinstance(value, str) else list(value) if is_sequence(value) else []
        if not names or not all(isinstance(x, str) for x in names):
            raise InputError(f"the columns of {role} are {value!r}", "columns", _HINT)
        found[role] = tuple(str(x).strip() for x in names)
    return found


def _from_text(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    last = ""
    for part in re.split(r"[,\n;](?![^\[]*\])", text):
        key, equals, value = re.split(r"([=:])", part, maxsplit=1) if re.search("[=:]", part) else ("", "", part)
        if equals and key.strip() in found:
            raise InputError(f"the columns of {key.strip()} are said twice", "columns", _HINT)
        last = key.strip() if equals else last
        if not last or not value.strip():
            if not part.strip():
                continue
            raise InputError(f"'{part.strip()}' says no columns", "columns", _HINT)
        found.setdefault(last, []).append(value.strip().strip("'\""))
    return found


def _from_yaml(path: Path) -> Mapping[str, Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError("the file is too long for a list of columns", str(path), _HINT)
        parser: Any = YAML(typ="safe", pure=True)  # ruamel's own annotations are partial
        found = parser.load(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"no such file: {path}", hint="check the path") from None
    except (OSError, UnicodeDecodeError, YAMLError, RecursionError) as error:
        what = str(error).splitlines()[0]
        raise InputError(f"the file cannot be read: {what}", str(path), "one line for each: 'q: pos*'") from None
    if not is_mapping(found):
        raise InputError("the file says no columns", str(path), "one line for each: 'q: pos*'")
    return found


def matched(pattern: str, columns: Sequence[str], things: Sequence[str], source: str) -> list[str]:
    """Columns that a pattern means: `*` is any text, {n} a number, {joint} one of the things (joints).

    In the order of the things if the texts are their names, of the numbers if they are numbers, otherwise as in the file.
    """
    if pattern in columns:
        return [pattern]
    parts = re.split(r"(\*|\{n\}|\{joint\}|\{name\})", pattern)
    fills = {"*": "(.*)", "{n}": r"(\d+)", "{joint}": "(.*)", "{name}": "(.*)"}
    wanted = re.compile("".join(fills.get(part) or re.escape(part) for part in parts), re.DOTALL)
    found = {
        name: hit.groups()
        for name in columns
        if (hit := wanted.fullmatch(name) or wanted.fullmatch(with_unit(name)[0]))
    }
    if "{joint}" in parts or "{name}" in parts:
        found = {name: texts for name, texts in found.items() if _joint_of(texts, things) is not None}
    if not found:
        hint = suggestion(pattern, columns, f"the file has: {', '.join(columns)}")
        raise InputError(f"no column is called '{pattern}'", source, hint)
    joints = {name: _joint_of(texts, things) for name, texts in found.items()}
    if all(k is not None for k in joints.values()):
        return sorted(found, key=lambda name: joints[name] or 0)
    if all(texts and texts[-1].strip("[]_. ").isdecimal() for texts in found.values()):
        return sorted(found, key=lambda name: int(found[name][-1].strip("[]_. ")))
    return list(found)


def _joint_of(texts: Sequence[str], things: Sequence[str]) -> int | None:
    """Which of the things a text is the name of."""
    every = [tokens_of(thing) for thing in things]
    hits = [every.index(tokens_of(text)) for text in texts if tokens_of(text) in every]
    return hits[0] if len(hits) == 1 else None
