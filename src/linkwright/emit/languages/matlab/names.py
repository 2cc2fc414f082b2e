"""Names, shapes and strings as MATLAB writes them: what its code and its tests share."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.program import Program

_KEYWORDS = """
break case catch classdef continue else elseif end enumeration events for function global if methods otherwise parfor
persistent properties return spmd switch try while
do until unwind_protect unwind_protect_cleanup end_try_catch end_unwind_protect endclassdef endenumeration endevents endfor
endfunction endif endmethods endparfor endproperties endswitch endwhile __FILE__ __LINE__
"""
"""Words of MATLAB, then those of Octave."""

_TAKEN = """
abs acos all asin atan2 cos exp fix hypot log max min pi sign sin sqrt tan zeros NaN Inf
isempty isfinite isnumeric isreal isequal numel size find error sprintf nargin nargout varargin varargout strcmp ans
check check_input select only_if real_sqrt real_log real_asin real_acos real_pow values names place Contents contents constants
data result results checks passed largest terms flat matrix product relative_error fprintf disp
reshape permute ndims cell prod fileparts mfilename addpath clear tic toc true false private changed
class containers demo example matlab mean meta mode range std table test var
"""
"""Functions and variables that generated files use themselves; then functions that hide a package of that name."""

RESERVED = frozenset((*_KEYWORDS.split(), *_TAKEN.split()))


def package(program: Program) -> str:
    """Name of the package folder. A port of the same name would hide it, so it then gets another."""
    ports = {port.name for kernel in program.kernels for port in (*kernel.inputs, *kernel.outputs)}
    return f"{program.name}_robot" if program.name in ports else program.name


def values_name(program: Program, default: str) -> str:
    """Name of the function that returns default values; a quantity of that name goes first."""
    return f"{default}_values" if default in {kernel.name for kernel in program.kernels} else default


def shape_text(shape: Sequence[int], column: bool = False) -> str:
    """A shape as arguments of zeros ("7, 1") or as a row to compare with size ("[7 7]"), as size itself would give it."""
    whole = list(shape) or [1]
    while len(whole) > 2 and whole[-1] == 1:
        whole.pop()
    if column:
        return ", ".join(map(str, whole if len(whole) > 1 else [*whole, 1]))
    return str(whole[0]) if len(whole) == 1 else f"[{' '.join(map(str, whole))}]"


def quoted(text: str) -> str:
    """A string literal: one line, quotes doubled."""
    return "'" + " ".join(text.split()).replace("'", "''") + "'"
