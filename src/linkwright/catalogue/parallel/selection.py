"""Which parallel robots are meant: platform, placements, legs. The command makes flags of the fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError, suggestion
from linkwright.request import option

if TYPE_CHECKING:
    from linkwright.catalogue.chain import Chain
    from linkwright.catalogue.parallel.leg import Leg
    from linkwright.catalogue.parallel.masks import Mask

LEVELS = ("patterns", "general", "variants")


@dataclass(frozen=True)
class ParallelSelection:
    """base, platform: "G1..3", "P1,P8", or "" for all that the mask allows; legs: names with commas, or "" for the level's."""

    mask: str = option("3T0R", "motions of the platform: 2T1R, 3T0R, 3T1R, 3T2R, 3T3R")
    base: str = option("", "how the legs stand on the base: G1..3, or G1,G9")
    platform: str = option("", "how they end on the platform: P1..3, or P1,P8")
    legs: str = option("", "names of legs with commas, such as R=U=U or S5RRRRR2; else all")
    level: str = option(
        "general", "legs: patterns, general (free angles where possible) or variants (also with U and S)"
    )

    def kind(self) -> Mask:
        """The mask."""
        from linkwright.catalogue.parallel.masks import mask_named

        return mask_named(self.mask.upper())

    def placements(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Methods of the base and of the platform."""
        from linkwright.readers.leg_places import BASE_METHODS, PLATFORM_METHODS

        mask = self.kind()
        found = (
            _methods(self.base, "G", BASE_METHODS) or mask.base,
            _methods(self.platform, "P", PLATFORM_METHODS) or mask.platform,
        )
        for method, table in (
            (m, t) for ms, t in zip(found, (BASE_METHODS, PLATFORM_METHODS), strict=True) for m in ms
        ):
            if table[method].pairs and mask.legs % 2:
                raise InputError(
                    f"{mask.legs} legs do not come in pairs, as {method} has them", hint="another placement"
                )
        return found

    def chosen(self) -> tuple[Leg, ...]:
        """Legs that the rules allow; none is an error."""
        from linkwright.catalogue.parallel.leg import Leg

        mask = self.kind()
        legs = tuple(Leg(chain) for chain in self._chains(mask))
        fit = tuple(leg for leg in legs if leg.fits(mask))
        if self.legs and len(fit) < len(legs):
            wrong = next(leg for leg in legs if not leg.fits(mask))
            raise InputError(f"{wrong.chain.name} is no leg of a {mask.name} platform", hint=wrong.why_not(mask))
        return fit

    def _chains(self, mask: Mask) -> list[Chain]:
        from linkwright.catalogue.find import named
        from linkwright.catalogue.general import general_models
        from linkwright.catalogue.patterns import patterns
        from linkwright.catalogue.variants import variants

        if self.legs:
            return [named(name.strip()) for name in self.legs.split(",")]
        if self.level not in LEVELS:
            hint = suggestion(self.level, LEVELS, f"one of: {', '.join(LEVELS)}")
            raise InputError(f"'{self.level}' is no level of the catalogue", hint=hint)
        makes = {"patterns": (patterns,), "general": (general_models,), "variants": (general_models, variants)}
        return [chain for n in mask.joints for make in makes[self.level] for chain in make(n, 1)]


def _methods(text: str, letter: str, table: Mapping[str, object]) -> tuple[str, ...]:
    """ "G1..3,G9" -> G1 G2 G3 G9."""
    found: list[str] = []
    for part in filter(None, (x.strip().upper() for x in text.split(","))):
        match = re.fullmatch(rf"{letter}(\d+)(?:\.\.{letter}?(\d+))?", part)
        names = [f"{letter}{k}" for k in range(int(match[1]), int(match[2] or match[1]) + 1)] if match else []
        if not names or any(name not in table for name in names):
            hint = f"{letter}1 to {letter}10: {letter}2, {letter}1..3, or several with commas"
            raise InputError(f"'{part}' is no placement of legs", hint=hint)
        found += names
    return tuple(dict.fromkeys(found))
