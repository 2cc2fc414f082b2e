"""Languages as folders: a table of spellings, and what is fixed text as files of the language itself, under `files/`."""

from __future__ import annotations

import re
from importlib.resources import files


def fixed(language: str, path: str) -> str:
    """Text of a file that is the same whatever is generated: emit/languages/<language>/files/<path>."""
    return files(__name__).joinpath(language, "files", path).read_text(encoding="utf-8")


def pasted(language: str, path: str) -> str:
    """The part of such a file that goes into a generated one: what is below a line of comment that begins with `---`."""
    _, *below = re.split(r"^(?:#|//|--|%|!) --- .*$", fixed(language, path), maxsplit=1, flags=re.MULTILINE)
    assert below, (
        f"emit/languages/{language}/files/{path} has no line such as '# --- a generated file has what follows'"
    )
    return below[0].strip()
