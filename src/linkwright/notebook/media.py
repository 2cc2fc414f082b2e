"""A picture and a page: text that a notebook shows and a file keeps."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

from linkwright.disk import write_text
from linkwright.errors import EmitError


@dataclass(frozen=True, repr=False)
class Svg:
    """A picture; `text` is the SVG file."""

    text: str  # of the file
    title: str = ""  # what it shows

    def save(self, path: str | Path) -> Path:
        """Write it as a file that ends in .svg; where it was written."""
        return _saved(path, (".svg",), self.text)

    def _repr_svg_(self) -> str:
        """As wide as the notebook at most."""
        return self.text.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

    def __repr__(self) -> str:
        return f"<picture of {self.title}: {len(self.text) / 1000:.0f} kB of SVG; .save('picture.svg') writes it>"


@dataclass(frozen=True, repr=False)
class Page:
    """A page of HTML that needs no other file; `html` is its text."""

    html: str  # of the file
    title: str = ""  # what it shows
    height: int = 560
    """Of the frame that a notebook shows it in, in pixels."""

    def save(self, path: str | Path) -> Path:
        """Write it as a file that ends in .html; where it was written."""
        return _saved(path, (".html", ".htm"), self.html)

    def _repr_html_(self) -> str:
        """In a frame of its own: it can neither see nor change the notebook."""
        size = f'width="100%" height="{self.height}" style="border:1px solid #8884;border-radius:6px"'
        return f'<iframe sandbox="allow-scripts" {size} srcdoc="{html.escape(self.html)}"></iframe>'

    def __repr__(self) -> str:
        return f"<page of {self.title}: {len(self.html) / 1e6:.1f} MB of HTML; .save('page.html') writes it>"


def _saved(path: str | Path, endings: tuple[str, ...], text: str) -> Path:
    path = Path(path)
    if path.suffix.lower() not in endings:
        raise EmitError(f"cannot write this to '{path}'", hint=f"a file ending in {endings[0]}")
    write_text(path, text)
    return path
