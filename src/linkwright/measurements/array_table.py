"""Tables from files of arrays: NumPy's .npz and MATLAB's .mat. Nothing in them is executed: no pickles."""

from __future__ import annotations

import math
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.measurements.table_type import MOST_NUMBERS, Table, too_large
from linkwright.narrowing import is_dict

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DAMAGED = "the file is cut off or damaged: copy or export it again"


def read_npz(path: Path) -> Table:
    """Arrays that `numpy.savez` wrote, compressed or not."""
    arrays: dict[str, Any] = {}
    skipped: list[str] = []
    try:
        with zipfile.ZipFile(path) as file:
            _check_sizes(file, path.name)
        with np.load(path, allow_pickle=False) as file:
            for name in file.files:
                try:
                    arrays[name] = np.asarray(file[name])
                except ValueError as error:
                    if "allow_pickle" not in str(error):
                        raise
                    skipped.append(f"'{name}' holds objects of Python, which are not read")
    except (ValueError, EOFError, KeyError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"the file is no .npz that can be read: {error}", path.name, _DAMAGED) from None
    return _table(arrays, skipped, path.name)


def _check_sizes(file: zipfile.ZipFile, source: str) -> None:
    """Before anything is read: a small file can claim to hold more than fits into memory."""
    total = 0
    for entry in file.infolist():
        total += entry.file_size
        if total > 8 * MOST_NUMBERS:
            raise too_large(source)
        with file.open(entry) as array:
            version = np.lib.format.read_magic(array)
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, _, dtype = read(array)
        if not dtype.hasobject and math.prod(shape) * dtype.itemsize > entry.file_size:
            raise ValueError(f"'{entry.filename}' is shorter than its header says")


def read_mat(path: Path) -> Table:
    """Variables that MATLAB or Octave saved (up to version 7); fields of a struct count as variables."""
    with path.open("rb") as file:
        head = file.read(128)
    if head[:8] == b"\x89HDF\r\n\x1a\n" or head.startswith(b"MATLAB 7.3"):
        hint = "save it again in MATLAB with save(..., '-v7'), or export .csv"
        raise InputError("a .mat file of version 7.3 (HDF5) is not read", path.name, hint)
    from scipy.io import loadmat, whosmat  # takes a quarter of a second

    try:
        if sum(math.prod(shape) for _, shape, _ in whosmat(str(path))) > MOST_NUMBERS:
            raise too_large(path.name)
        content: dict[str, Any] = loadmat(str(path), simplify_cells=True)
    except InputError:
        raise
    except Exception as error:  # SciPy's reader raises whatever its parts meet in a damaged file
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"the file is no .mat that can be read: {what}", path.name, _DAMAGED) from None
    variables = {name: x for name, x in content.items() if not name.startswith("__")}
    return _table(_flat(variables), [], path.name)


def _flat(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Variables and fields of structs, by their own names where these differ."""
    fields = [(f"{outer}.{name}", name, x) for outer, s in variables.items() if is_dict(s) for name, x in s.items()]
    plain = {name: x for name, x in variables.items() if not is_dict(x)}
    often = Counter([*plain, *(name for _, name, _ in fields)])
    return {**plain, **{name if often[name] == 1 else full: x for full, name, x in fields}}


def _table(arrays: Mapping[str, Any], skipped: list[str], source: str) -> Table:
    """Arrays side by side: those that have as many rows as most; an array with samples along its rows is turned."""
    usable: dict[str, NDArray[Any]] = {}
    for name, x in arrays.items():
        array = np.squeeze(np.asarray(x)) if not is_dict(x) else np.empty((0,), dtype=object)
        if array.dtype.kind in "fiub" and 1 <= array.ndim <= 2:
            usable[name] = array
        else:
            skipped.append(f"'{name}' is {_described(array)}")
    lengths = Counter(n for x in usable.values() for n in set(x.shape))
    if not lengths or not max(lengths):
        hint = "save one array for each of time, positions and forces, with a row for each sample"
        raise InputError("the file has no arrays of numbers", source, "; ".join([*skipped, hint]))
    rows = max(lengths, key=lambda n: (lengths[n], n))
    blocks: list[NDArray[Any]] = []
    names: list[str] = []
    for name, x in usable.items():
        if rows not in x.shape:
            skipped.append(f"'{name}' is {_described(x)}, where most have {rows} rows")
            continue
        blocks.append(x.reshape(rows, 1) if x.ndim == 1 else x if x.shape[0] == rows else x.T)
        width = blocks[-1].shape[1]
        names += [name] if x.ndim == 1 else [f"{name}{k + 1}" for k in range(width)]
    if rows * len(names) > MOST_NUMBERS:
        raise too_large(source)
    values = np.empty((rows, len(names)))
    done = 0
    for block in blocks:
        values[:, done : done + block.shape[1]] = block
        done += block.shape[1]
    return Table(tuple(names), values, source, tuple(skipped))


def _described(x: NDArray[Any]) -> str:
    if x.dtype.kind not in "fiub":
        return "text" if x.dtype.kind in "US" else "no array of real numbers"
    return f"{' x '.join(map(str, x.shape))} numbers" if x.ndim else "a single number"
