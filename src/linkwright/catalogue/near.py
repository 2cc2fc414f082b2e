"""What was probably meant by a name that is none."""

from __future__ import annotations

from difflib import get_close_matches

from linkwright.catalogue.chain import SPELLING, TECHNICAL, Chain
from linkwright.catalogue.selection import LEVELS, of_level
from linkwright.errors import ModelError

_SIZE = {letter: size for size, letter in TECHNICAL.items()} | {"P": 1}
_MOST_JOINTS, _SHOWN = 6, 4


def parsed(name: str) -> Chain:
    """The chain of a name; where it is none, the error says which names are near."""
    try:
        return Chain.parse(name)
    except ModelError as error:
        near = near_names(name) if error.hint == SPELLING else ""
        raise ModelError(error.what, hint=f"{near} Names have {error.hint}" if near else error.hint) from None


def near_names(text: str) -> str:
    """Chains with the same letters where there are only letters, else those that are spelled nearly so."""
    letters = text.strip().upper()
    joints = sum(_SIZE.get(letter, 0) for letter in letters)
    if not 0 < joints <= _MOST_JOINTS:
        return ""
    chains = [chain for level in LEVELS for chain in of_level(level, joints)]
    names = list(dict.fromkeys(chain.name for chain in chains if chain.technical == letters))
    if names:
        shown = ", ".join(names[:_SHOWN]) + (" ..." if len(names) > _SHOWN else "")
        return f"{letters} may be {shown}."
    near = get_close_matches(letters, [chain.name for chain in chains], 1, 0.7)
    return f"did you mean '{near[0]}'?" if near else ""
