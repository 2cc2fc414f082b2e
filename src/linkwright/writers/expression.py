"""Expression: a robot on its way to what a format can say, and what it cost so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.writers.format import Format, Loss


@dataclass
class Expression:
    """format: the one that is written; losses: what it could not say so far."""

    format: Format
    losses: list[Loss] = field(default_factory=list[Loss])

    def lose(self, thing: str, name: str, lost: str, instead: str = "left out") -> None:
        """Add to the list."""
        self.losses.append(Loss(thing, name, lost, instead))
