"""Source code with its tests, as one file: a folder per language, and the document that it was made from."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any

from linkwright.request import PARAMETERS
from linkwright.studio.desk.asked import Tell, one_of, text_of, texts_of, untold
from linkwright.studio.desk.reading import mechanism_of

DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in the archive: the same code makes the same bytes."""


def build(payload: Mapping[str, Any], tell: Tell = untold) -> dict[str, Any]:
    """A zip, in base64. languages: one or more; quantities: none for the usual ones."""
    from linkwright.compiler import build as made_of

    mechanism = mechanism_of(payload)
    languages = texts_of(payload, "languages") or (text_of(payload, "language", "c"),)
    parameters = one_of(payload, "parameters", PARAMETERS)
    built = made_of(
        mechanism, languages, None, texts_of(payload, "quantities") or None, parameters=parameters, progress=tell
    )
    tell("packing", 0.95)
    name = re.sub(r"[^\w-]+", "_", mechanism.name, flags=re.ASCII).strip("_") or "robot"
    files = {f"{language}/{path}": text for language, tree in built.trees.items() for path, text in tree.items()}
    files[f"{name}.yaml"] = text_of(payload, "document")
    return {
        "zip": base64.b64encode(packed(files)).decode(),
        "name": f"{name}.zip",
        "files": sorted(files),
        "left_out": [{"name": what, "why": why} for what, why in built.left_out],
    }


def packed(files: Mapping[str, str]) -> bytes:
    """A zip of texts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, text in sorted(files.items()):
            entry = zipfile.ZipInfo(path, DATE)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return made.getvalue()
