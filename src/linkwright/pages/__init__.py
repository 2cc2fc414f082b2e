"""What generated files say besides the functions: the mechanism, its picture, its parameters, its tests. One file per kind."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.emit import About
    from linkwright.kernels import Options
    from linkwright.passes.kernel import Kernel
    from linkwright.rooms import Mechanism

_PAGES: Mapping[str, str] = MappingProxyType(
    {"linkwright.derive": "robot", "linkwright.loops": "loops", "linkwright.manifold": "manifold"}
)
"""Room of a mechanism -> file of this folder that has `about` and `describe`."""


def about_build(
    mechanism: Mechanism,
    kernels: Sequence[Kernel],
    options: Options,
    left_out: tuple[tuple[str, str], ...] = (),
    languages: Sequence[str] = (),
) -> About:
    """What the files say besides the functions."""
    return _page(mechanism).about(mechanism, kernels, options, left_out, languages, model_hash(mechanism))


def model_hash(mechanism: Mechanism) -> str:
    """A short hash of everything that the equations depend on."""
    return hashlib.sha256(_page(mechanism).describe(mechanism).encode()).hexdigest()[:16]


def _page(mechanism: Mechanism):
    return import_module(f"linkwright.pages.{_PAGES[mechanism.room]}")
