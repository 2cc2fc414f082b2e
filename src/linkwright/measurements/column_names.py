"""What the name of a column says: `q1`, `position[0]`, `elbow.effort`, `time_ms`, `dq3 [deg/s]`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.formula.units import UNITS

WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "t": ("t", "time", "timestamp", "stamp", "seconds", "sec", "secs"),
        "q": ("q", "position", "positions", "pos", "angle"),
        "v": ("v", "dq", "qd", "qdot", "velocity", "velocities", "vel", "speed"),
        "a": ("a", "ddq", "qdd", "qddot", "acceleration", "accelerations", "accel", "acc"),
        "tau": ("tau", "torque", "torques", "effort", "efforts", "eff", "trq", "force", "forces", "current", "currents", "i"),
        "wrench": ("wrench",),
    }
)  # fmt: skip
"""Role -> words for it, the ones before the others where a file has several."""
_ROLE_OF = {word: role for role, words in WORDS.items() for word in words}
_PAIRS = {("q", "dot"): "qdot", ("q", "ddot"): "qddot", ("d", "q"): "dq", ("dd", "q"): "ddq"}
_FILLERS = frozenset(
    (
        "joint", "joints", "jnt", "j", "axis", "motor", "m", "link", "robot", "arm",
        "state", "states", "measured", "meas", "actual", "act", "raw", "field", "data", "header", "msg",
    )
)  # fmt: skip
"""Words that say nothing about what a column holds. 'desired', 'd', 'cmd', 'filtered' are none of them."""
_MORE_UNITS = {
    "us": 1e-6, "ns": 1e-9, "sec": 1.0, "A": 1.0, "mA": 1e-3,
    "°": math.pi / 180, "degree": math.pi / 180, "degrees": math.pi / 180,
    "N m": 1.0, "N.m": 1.0, "N*m": 1.0, "nm": 1.0, "Nmm": 1e-3, "radians": 1.0, "radian": 1.0,
}  # fmt: skip
_TOLD_BY_ENDING = ("deg", "degrees", "rad", "ms", "us", "ns", "s", "sec", "mm", "rpm", "Nm", "mNm", "mA")
"""Units that may follow an underscore or a blank."""


@dataclass(frozen=True)
class Said:
    """What a name says: its words and numbers in lower case, and the unit (as a factor to SI and radians) with its name."""

    tokens: tuple[str, ...]
    factor: float
    unit: str


def unit_factor(unit: str) -> float | None:
    """To s, rad, m, N, N m, A; per second or second squared as well: `deg/s`. None for what is no unit."""
    bare = re.sub(r"\s*/\s*s(\^?2|²)?$", "", unit.strip())
    if bare in UNITS:
        factor, turns = UNITS[bare]
        return float(factor) * math.pi**turns
    return _MORE_UNITS.get(bare)


def with_unit(name: str) -> tuple[str, str]:
    """A name and the unit behind it in brackets, which is empty where there is none: 'pos*[deg]' -> 'pos*', 'deg'."""
    found = re.fullmatch(r"(.*?)\s*[\[(]([^\[\]()]+)[\])]\s*", name, re.DOTALL)
    if found and unit_factor(found[2]) is not None:
        return found[1], found[2].strip()
    return name, ""


def parted(name: str, endings: Iterable[str]) -> tuple[str, str]:
    """The same, with the unit in brackets or, one of the endings, behind an underscore or a blank: 'x_mm' -> 'x', 'mm'."""
    bare, unit = with_unit(name)
    if not unit:
        unit = next((x for x in endings if bare.endswith((f"_{x}", f" {x}"))), "")
        bare = bare[: -len(unit) - 1].rstrip() if unit else bare
    return bare, unit


def tokens_of(name: str) -> tuple[str, ...]:
    """Words and numbers: 'panda_joint1' -> panda, joint, 1; 'JointPos[0]' -> joint, pos, 0."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    found: list[str] = re.findall(r"[^\W\d_]+|\d+", parted)
    for k in range(len(found) - 1):
        joined = _PAIRS.get((found[k], found[k + 1]))
        if joined:
            return (*found[:k], joined, *found[k + 2 :])
    return tuple(found)


def said(name: str) -> Said:
    """All that a name says."""
    bare, unit = parted(name, _TOLD_BY_ENDING)
    factor = unit_factor(unit) if unit else 1.0
    return Said(tokens_of(bare), 1.0 if factor is None else factor, unit)


def word_of(tokens: Iterable[str], role: str) -> str:
    """The one word for a role among words that otherwise say nothing; empty where there is another."""
    words = [x for x in tokens if x not in _FILLERS]
    return words[0] if len(words) == 1 and _ROLE_OF.get(words[0]) == role else ""


def named(columns: Mapping[str, Said], role: str, things: Sequence[str]) -> dict[str, dict[str, str]]:
    """Word for the role -> thing -> column that holds that thing's name beside the word: 'elbow.effort', 'effort_elbow'."""
    found: dict[str, dict[str, str]] = {}
    wanted = [(thing, tokens_of(thing)) for thing in things]
    for column, x in columns.items():
        for thing, inner in wanted:
            for k in range(len(x.tokens) - len(inner) + 1):
                if inner and x.tokens[k : k + len(inner)] == inner:
                    word = word_of(x.tokens[:k] + x.tokens[k + len(inner) :], role)
                    if word:
                        found.setdefault(word, {}).setdefault(thing, column)
    return found


def numbered(columns: Mapping[str, Said], role: str) -> dict[str, dict[int, str]]:
    """Word for the role -> number -> column: 'q1', 'position[0]', 'joint_3_torque'. The shortest name of a number counts."""
    found: dict[str, dict[int, str]] = {}
    for column in sorted(columns, key=lambda name: len(columns[name].tokens)):
        digits = [x for x in columns[column].tokens if x.isdecimal()]
        word = word_of([x for x in columns[column].tokens if not x.isdecimal()], role)
        if len(digits) == 1 and word:
            found.setdefault(word, {}).setdefault(int(digits[0]), column)
    return found


def in_order_of_words(found: Mapping[str, object], role: str) -> list[str]:
    """The words that were found, the usual one first."""
    return [word for word in WORDS[role] if word in found]
