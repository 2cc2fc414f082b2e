"""Files of C that are the same whatever the robot, so that several robots may share a folder; C++ has some of them too."""

from __future__ import annotations

import re

from linkwright.emit.languages import fixed
from linkwright.emit.program import Program
from linkwright.emit.source_tree import MARK
from linkwright.passes.kernel import Kernel

_SMALL = 100
"""Instructions: a smaller function is worth inlining, which gcc refuses where a function has options of its own."""

_SINCOS = re.compile(r'((?:#define SINCOS_\w+ .+\n)+)((?:#include ".*sincosf?\.h"\n)+)')


def support(program: Program, path: str, language: str = "c") -> str:
    """The text of a file under `files/` with the version in its head.

    Where it includes sincos.h or sincosf.h that text stands in its place, with the words that the lines before define: what the
    preprocessor would make of it, so that a header is a file on its own.
    """
    text = fixed(language, path).replace(MARK, program.stamp, 1)
    return _SINCOS.sub(lambda found: _sincos(found[1], found[2]), text)


def protected(kernel: Kernel) -> bool:
    """Whether a function is marked as straight-line code, which gcc then leaves as it is (see linkwright_math.h)."""
    return kernel.straight and len(kernel.code) >= _SMALL


def _sincos(definitions: str, includes: str) -> str:
    text = "\n".join(fixed("c", name) for name in re.findall(r"sincosf?\.h", includes))
    for line in definitions.splitlines():
        _, word, meaning = line.split(" ", 2)
        text = text.replace(word, meaning)
    return text
