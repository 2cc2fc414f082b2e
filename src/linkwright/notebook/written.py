"""Equations of a mechanism as an object: `lw.equations`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from linkwright.describe.display import displayed
from linkwright.describe.formula import Formula
from linkwright.describe.formula_pages import fragment, latex_of, page, text_of
from linkwright.describe.formulas import formulas
from linkwright.disk import write_text
from linkwright.errors import EmitError
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.request import Printed, by_name


@dataclass(frozen=True, repr=False)
class Equations:
    """Formulas of a mechanism: for a terminal, for LaTeX, as a page, and one by one."""

    name: str  # of the mechanism
    formulas: tuple[Formula, ...]  # one by one

    @property
    def text(self) -> str:
        """Lines for a terminal."""
        return text_of(self.formulas)

    @property
    def latex(self) -> str:
        """Displayed equations, for a document."""
        return latex_of(self.formulas)

    @property
    def html(self) -> str:
        """A page that needs no other file."""
        return page(self.name, self.formulas)

    def save(self, path: str | Path) -> Path:
        """Write a page (.html), displayed equations of LaTeX (.tex) or lines of text (.txt); where it was written."""
        path = Path(path)
        told = {".html": "html", ".htm": "html", ".tex": "latex", ".txt": "text"}.get(path.suffix.lower())
        if told is None:
            raise EmitError(f"cannot write equations to '{path}'", hint="a file ending in .html, .tex, .txt")
        write_text(path, getattr(self, told))
        return path

    def __iter__(self) -> Iterator[Formula]:
        return iter(self.formulas)

    def __len__(self) -> int:
        return len(self.formulas)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        """For notebooks: mathematics that a browser typesets by itself."""
        return fragment(self.formulas)

    def _repr_latex_(self) -> str:
        """For notebooks that become LaTeX."""
        rows: list[str] = []
        for formula in self.formulas:
            rows.append(f"&\\textbf{{{_words(formula.title)}}}")
            rows += [_aligned(part.latex) for part in displayed(formula)]
        return "$\\displaystyle\n\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}$"


def _aligned(line: str) -> str:
    left, equals, right = line.partition(" = ")
    return f"{left} &= {right}" if equals else f"&{line}"


def _words(text: str) -> str:
    return "".join(f"\\{c}" if c in "_#%&$" else c for c in text)


def equations(mechanism: Mechanism, quantities: str = "", **options: Any) -> Equations:
    """Equations of a mechanism for people: those of motion, or the quantities that are named ("M,V,G", "jacobian").

    options: style ("closed" or "steps"), parameters ("symbolic", "numeric", ...), symbolic, frame, digits, seconds: the flags
             of `linkwright equations`
    """
    require_mechanism(mechanism, "equations")
    request = by_name(Printed, {"quantities": quantities, **options}, "equations")
    return Equations(mechanism.name, tuple(formulas(mechanism, request)))
