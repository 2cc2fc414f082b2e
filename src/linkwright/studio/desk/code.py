"""Source code of the mechanism's functions, as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from linkwright.request import PARAMETERS, Request
from linkwright.studio.desk.asked import one_of, text_of, texts_of
from linkwright.studio.desk.reading import mechanism_of

if TYPE_CHECKING:
    from linkwright.emit import BuildContext
    from linkwright.passes.kernel import Kernel

LeftOut = tuple[tuple[str, str], ...]
NO_TESTS = ("tests", "their expected values need NumPy, which is not here; `linkwright build` writes them")


def code(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The files of one language, the functions with their operation counts, and what the mechanism does not have."""
    from linkwright.emit import TARGETS, emit, unknown_language

    language = text_of(payload, "language", "c")
    if language not in TARGETS:
        raise unknown_language(language)
    parameters = one_of(payload, "parameters", PARAMETERS)
    document = text_of(payload, "document")
    kernels, left_out = _kernels(document, texts_of(payload, "quantities"), parameters)
    about, untested = _about(document, kernels, left_out, parameters, language)
    files = emit(kernels, language, about)
    return {
        "files": [{"path": path, "text": text, "size": len(text.encode())} for path, text in files.items()],
        "functions": [{"name": k.name, "operations": str(k.ops), "total": k.ops.flops} for k in kernels],
        "left_out": [{"name": name, "why": why} for name, why in (*left_out, *untested)],
    }


@lru_cache(maxsize=4)
def _kernels(document: str, quantities: tuple[str, ...], parameters: str) -> tuple[tuple[Kernel, ...], LeftOut]:
    """Kept, because another language of the same functions needs the same kernels."""
    from linkwright.kernels import kernels_of

    found, left_out = kernels_of(mechanism_of({"document": document}), quantities, Request(parameters))
    return tuple(found), left_out


def _about(
    document: str, kernels: tuple[Kernel, ...], left_out: LeftOut, parameters: str, language: str
) -> tuple[BuildContext, LeftOut]:
    """What files say besides the functions; without NumPy (in Pyodide) they have no tests."""
    from linkwright.describe import about_build, model_hash
    from linkwright.describe.constants import constants
    from linkwright.emit import BuildContext

    mechanism = mechanism_of({"document": document})
    if find_spec("numpy") is not None:
        return about_build(mechanism, kernels, Request(parameters), left_out, (language,)), ()
    from linkwright.version import __version__

    about = BuildContext(
        mechanism.name,
        model_hash=model_hash(mechanism),
        version=__version__,
        left_out=left_out,
        constants=constants(mechanism),
    )
    return about, (NO_TESTS,)
