"""C++17 in single precision: functions are templates over the scalar as ever, which is float where a caller does not say."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.constants import retyped
from linkwright.emit.languages.cpp import CONSTANTS, CPP
from linkwright.emit.languages.cpp.tests import literal
from linkwright.emit.target import Real, Target

_FLOAT = Real("float", single=True)


def _literal(target: Target, x: float) -> str:
    return literal(x, _FLOAT)


CPP_SINGLE = replace(
    CPP,
    real=_FLOAT,
    constants=retyped(CONSTANTS, "double", "float", _literal),
    lanes=8,
    vectors=None,
)
