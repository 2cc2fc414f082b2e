"""A language's spelling: Kernel -> SourceTree. One language, one file, one line in the table below; no robots here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from linkwright.emit.build_context import BuildContext, Constant, Parameter
from linkwright.emit.checks import Call, Check, Term, Value
from linkwright.emit.program import program
from linkwright.emit.readme import pages
from linkwright.emit.source_tree import SourceTree
from linkwright.emit.target import Target
from linkwright.errors import EmitError, nearest
from linkwright.lazy import target
from linkwright.passes.kernel import Kernel

__all__ = [
    "SINGLE",
    "TARGETS",
    "BuildContext",
    "Call",
    "Check",
    "Constant",
    "Parameter",
    "SourceTree",
    "Target",
    "Term",
    "Value",
    "emit",
    "in_single",
    "unknown_language",
]

_HOMES = {
    "c": "linkwright.emit.languages.c:C",
    "fortran": "linkwright.emit.languages.fortran:FORTRAN",
    "cpp": "linkwright.emit.languages.cpp:CPP",
    "cuda": "linkwright.emit.languages.cuda:CUDA",
    "cython": "linkwright.emit.languages.cython:CYTHON",
    "numpy": "linkwright.emit.languages.numpy:NUMPY",
    "jax": "linkwright.emit.languages.jax:JAX",
    "latex": "linkwright.emit.languages.latex:LATEX",
    "matlab": "linkwright.emit.languages.matlab:MATLAB",
    "julia": "linkwright.emit.languages.julia:JULIA",
    "javascript": "linkwright.emit.languages.javascript:JAVASCRIPT",
    "rust": "linkwright.emit.languages.rust:RUST",
    "torch": "linkwright.emit.languages.torch:TORCH",
    "java": "linkwright.emit.languages.java:JAVA",
}

SINGLE = {
    "c": "linkwright.emit.languages.c.single:C_SINGLE",
    "cpp": "linkwright.emit.languages.cpp.single:CPP_SINGLE",
    "cuda": "linkwright.emit.languages.cuda.single:CUDA_SINGLE",
    "numpy": "linkwright.emit.languages.numpy.single:NUMPY_SINGLE",
    "jax": "linkwright.emit.languages.jax.single:JAX_SINGLE",
    "torch": "linkwright.emit.languages.torch.single:TORCH_SINGLE",
    "rust": "linkwright.emit.languages.rust.single:RUST_SINGLE",
    "fortran": "linkwright.emit.languages.fortran.single:FORTRAN_SINGLE",
    "java": "linkwright.emit.languages.java.single:JAVA_SINGLE",
    "matlab": "linkwright.emit.languages.matlab.single:MATLAB_SINGLE",
    "julia": "linkwright.emit.languages.julia.single:JULIA_SINGLE",
    "cython": "linkwright.emit.languages.cython.single:CYTHON_SINGLE",
}
"""Dialects whose functions compute in single precision."""

_DOUBLES = {
    "javascript": "its numbers are doubles: rounding each of them (Math.fround) would make functions slower, not faster",
    "latex": "formulas have no precision",
}
"""Why the others have none."""


class _Targets(Mapping[str, Target]):
    """Name -> Target. A language is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Target:
        if name not in _HOMES:
            raise KeyError(name)
        return target(_HOMES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


TARGETS: Mapping[str, Target] = _Targets()


def unknown_language(name: str) -> EmitError:
    """What to say of a name that is none, and which language may be meant: C for c, or what a title has in it (c++, octave)."""
    word = name.lower()
    near = [k for k, x in TARGETS.items() if k == word or (len(word) > 1 and word in x.title.lower())]
    near = near or [k for k in (nearest(word, TARGETS),) if k]
    meant = f"did you mean {' or '.join(near)}? Otherwise " if near else ""
    what = f"no language is called '{name}'" if name else "no language is named"
    return EmitError(what, hint=f"{meant}there are: {', '.join(TARGETS)}")


def in_single(name: str) -> Target:
    """The dialect of a language whose functions compute in single precision."""
    if name not in SINGLE:
        why = f": {_DOUBLES[name]}" if name in _DOUBLES else ""
        hint = f"in float32 there are: {', '.join(SINGLE)}; results in float64 can be converted"
        raise EmitError(f"functions in {name} have no form in float32{why}", hint=hint)
    made = target(SINGLE[name])
    return replace(made, title=made.real.titled(made.title))


def emit(kernels: Sequence[Kernel], language: Target | str, about: BuildContext) -> SourceTree:
    """Every file of the kernels in one language: code, headers that say what it computes, tests that run where it is used, and
    a page about them where the caller gives a picture."""
    if isinstance(language, str):
        if language not in TARGETS:
            raise unknown_language(language)
        language = TARGETS[language]
    made = program(kernels, language, about)
    files = language.layout(made)
    return SourceTree({**files, **(pages(made, sorted(files)) if about.picture else {})})
