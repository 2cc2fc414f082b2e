"""Cython around C in single precision."""

from __future__ import annotations

from linkwright.emit.languages.c.single import in_floats
from linkwright.emit.languages.cython import CYTHON

CYTHON_SINGLE = in_floats(CYTHON)
