"""Which chains of the catalogue are meant: how many joints, which motions, how free. Commands make flags of the fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError, counted, suggestion
from linkwright.request import option

if TYPE_CHECKING:
    from linkwright.catalogue.chain import Chain

LEVELS = ("patterns", "general", "variants")
MOST_JOINTS = 8
"""Nine joints have a third of a million candidates."""
MASKS = tuple(f"{t}T{r}R" for t in range(4) for r in range(4) if t + r)
Tell = Callable[[str, float], None]


@dataclass(frozen=True)
class Selection:
    """joints: "6" or "3..7"; mask: "3T1R", several with commas, or "" for all; level: one of LEVELS."""

    joints: str = option("3..6", "numbers of joints: 6 or 3..7")
    mask: str = option("", "translations and rotations, such as 3T1R; several with commas")
    level: str = option(
        "patterns", "patterns (right angles), general (free angles where possible) or variants (with U and S)"
    )
    max_prismatic: int | None = option(None, "at most so many sliding joints")

    @property
    def numbers(self) -> range:
        """Of joints."""
        found = re.fullmatch(r"\s*(\d{1,3})\s*(?:\.\.\.?|-|:)?\s*(\d{1,3})?\s*", self.joints)
        numbers = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
        if not numbers or numbers[0] < 1 or numbers[-1] > MOST_JOINTS:
            hint = f"a number from 1 to {MOST_JOINTS}, or a range such as 3..7"
            raise InputError(f"'{self.joints}' is no number of joints that can be enumerated", hint=hint)
        return numbers

    @property
    def masks(self) -> tuple[str, ...]:
        """All masks that are meant."""
        asked = tuple(x.strip().upper() for x in self.mask.split(",")) if self.mask else MASKS
        for mask in asked:
            if mask not in MASKS:
                hint = suggestion(mask, MASKS, "translations and rotations, 0 to 3 of each, such as 3T1R")
                raise InputError(f"'{mask}' is no mask of motions", hint=hint)
        return asked

    def chains(self, tell: Tell | None = None) -> tuple[Chain, ...]:
        """The chains, in the order of tables; none is an error that says what there is. tell: called with what is done."""
        if self.level not in LEVELS:
            hint = suggestion(self.level, LEVELS, f"one of: {', '.join(LEVELS)}")
            raise InputError(f"'{self.level}' is no level of the catalogue", hint=hint)
        if self.max_prismatic is not None and self.max_prismatic < 0:
            raise InputError(f"at most {self.max_prismatic} sliding joints are less than none", hint="0 or more")
        masks = self.masks
        found = tuple(self._level(tell))
        chosen = tuple(chain for chain in found if chain.mask in masks)
        if not chosen:
            there = ", ".join(f"{mask} ({count})" for mask, count in sorted(Counter(c.mask for c in found).items()))
            what = f"no chain of {self.joints} joints has the motions {self.mask}" if found else "no such chain"
            hint = f"there are {there}" if found else "allow more joints or sliders"
            raise InputError(what, hint=hint)
        return chosen

    def _level(self, tell: Tell | None) -> Iterator[Chain]:
        numbers = self.numbers
        for joints in numbers:
            if tell:
                part = 5.0 ** (joints - numbers[-1] - 1)  # one joint more is five times the work
                tell(f"{self.level} of {counted(joints, 'joint')}", part)
            yield from of_level(self.level, joints, self.max_prismatic)


def of_level(level: str, joints: int, max_prismatic: int | None = None) -> tuple[Chain, ...]:
    """All chains of a level, in the order of tables."""
    from linkwright.catalogue.general import general_models
    from linkwright.catalogue.patterns import patterns
    from linkwright.catalogue.variants import variants

    return (patterns, general_models, variants)[LEVELS.index(level)](joints, max_prismatic)
