"""Sizes, names and limits of the coordinates for MATLAB and Octave: a function that returns a struct."""

from __future__ import annotations

from linkwright.emit.constants import Declare, declared, pieces
from linkwright.emit.languages.matlab.names import package
from linkwright.emit.program import Program


def _literal(text: str) -> str:
    """A string; what cannot be seen by its number."""
    found = [f"'{x}'" if plain else f"char({ord(x)})" for plain, x in pieces(text, "'", 10**6)]
    return found[0] if len(found) == 1 else f"[{' '.join(found)}]" if found else "''"


CONSTANTS = Declare(
    whole="c.{name} = {value}; % {doc}",
    wholes="% {doc}\nc.{name} = [{values}];",
    numbers="% {doc}\nc.{name} = [{values}];",
    texts="% {doc}\nc.{name} = {{{values}}};",
    infinity="Inf",
    quote=_literal,
    separator=";",
    more=" ...",
)


def constants_file(program: Program) -> str:
    """constants.m: a function that returns them in a struct."""
    head = [
        "%CONSTANTS  Sizes, names and limits of the coordinates, in a struct.",
        f"%   c = {package(program)}.constants(); c.nq",
        f"%   {program.mark}",
    ]
    return "\n".join(["function c = constants()", *head, "%#codegen", *declared(program, CONSTANTS), "end"]) + "\n"
