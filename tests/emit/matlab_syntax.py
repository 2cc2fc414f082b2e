"""What MATLAB would refuse although Octave takes it. Octave runs the generated files; this reads them with MATLAB's eyes."""

from __future__ import annotations

import re
from collections.abc import Iterator

OPENERS = frozenset({"function", "if", "for", "while", "switch", "try", "parfor"})
_OCTAVE = """
endfunction endif endfor endwhile endswitch end_try_catch unwind_protect unwind_protect_cleanup until do
printf puts fputs fdisp print_usage ifelse merge
"""
OCTAVE_WORDS = frozenset(_OCTAVE.split())
OCTAVE_SIGNS = re.compile(r'!|#|"|\+\+|--|\*\*|[-+*/^|&]=|\)\s*[({]')
CLOSES = {")": "(", "]": "[", "}": "{"}
NAME_LENGTH = 63


def complaints(text: str) -> list[str]:
    """Everything in a function file that MATLAB would not read."""
    return [*_signs(text), *_blocks(text)]


def code(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments; strings emptied, what follows `...` left out."""
    for n, line in enumerate(text.splitlines(), 1):
        yield n, _code(line)


def _code(line: str) -> str:
    kept = ""
    k = 0
    while k < len(line):
        c = line[k]
        if c == "%" or line.startswith("...", k):
            return kept + ("..." if c == "." else "")
        transposes = re.search(r"[\w)\]}'.]$", kept)
        if c == "'" and not transposes:
            end = k + 1
            while line[end : end + 1] != "'" or line[end : end + 2] == "''":
                if end >= len(line):
                    return kept + "'unterminated"
                end += 2 if line[end : end + 2] == "''" else 1
            kept += "''"
            k = end + 1
            continue
        kept += c
        k += 1
    return kept


def _signs(text: str) -> Iterator[str]:
    for n, line in code(text):
        for found in OCTAVE_SIGNS.finditer(line):
            yield f"line {n}: '{found[0]}' is Octave's"
        for word in re.findall(r"[A-Za-z_]\w*", line):
            if word in OCTAVE_WORDS:
                yield f"line {n}: '{word}' is Octave's"
            if len(word) > NAME_LENGTH:
                yield f"line {n}: '{word}' is too long a name"
        if line.endswith("'unterminated"):
            yield f"line {n}: a string without an end"


def _blocks(text: str) -> Iterator[str]:
    """Brackets and blocks are closed; code stands in functions; a statement ends with its line unless it says `...`."""
    blocks: list[str] = []
    brackets: list[str] = []
    for n, line in code(text):
        for token in re.findall(r"[A-Za-z_]\w*|[()\[\]{}]", line):
            if token in "([{":
                brackets.append(token)
            elif token in CLOSES:
                if not brackets or brackets.pop() != CLOSES[token]:
                    yield f"line {n}: '{token}' closes nothing"
            elif token in OPENERS:
                blocks.append(token)
            elif token == "end" and not brackets:
                if not blocks:
                    yield f"line {n}: 'end' ends nothing"
                else:
                    blocks.pop()
        if "(" in brackets and not line.endswith("..."):
            yield f"line {n}: a bracket stays open"
        if line.strip() and not blocks and not re.match(r"\s*end\b", line):
            yield f"line {n}: a statement outside of functions"
    if blocks or brackets:
        yield f"not closed: {', '.join((*blocks, *brackets))}"
