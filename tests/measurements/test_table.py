"""Tables come back as they were written, in every format; a damaged file is told with its line."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.io import savemat

from linkwright.errors import InputError
from linkwright.measurements.table import Table, read_table, table_of
from tests.support.systems import KILOBYTE

number = st.floats(allow_nan=True, allow_infinity=True, width=64)
tables = st.integers(1, 5).flatmap(
    lambda n: hnp.arrays(np.float64, st.tuples(st.integers(2, 20), st.just(n)), elements=number)
)


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def complaint(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        read_table(path)
    assert caught.value.hint
    return caught.value


@given(values=tables, delimiter=st.sampled_from([",", ";", "\t", " ", ", "]), ending=st.sampled_from(["\n", "\r\n"]))
def test_text_comes_back(tmp_path_factory: Any, values: np.ndarray, delimiter: str, ending: str) -> None:
    names = [f"x{k}" for k in range(values.shape[1])]
    rows = [names, *([repr(float(x)) for x in row] for row in values)]
    content = ending.join(delimiter.join(row) for row in rows)
    folder = tmp_path_factory.mktemp("text")
    for path in (written(folder, "a.csv", content), written(folder, "a.txt.gz", gzip.compress(content.encode()))):
        found = read_table(path)
        assert found.names == tuple(names)
        np.testing.assert_array_equal(found.values, values)


@given(values=tables)
def test_npz_comes_back(tmp_path_factory: Any, values: np.ndarray) -> None:
    path = tmp_path_factory.mktemp("npz") / "a.npz"
    wide = np.column_stack([values, values[:, 0]])
    np.savez_compressed(path, t=values[:, 0], q=wide)
    found = read_table(path)
    assert found.names == ("t", *(f"q{k + 1}" for k in range(wide.shape[1])))
    if wide.shape[0] > wide.shape[1]:
        np.testing.assert_array_equal(found.values, np.column_stack([values[:, 0], wide]))


@given(values=tables)
def test_mat_comes_back(tmp_path_factory: Any, values: np.ndarray) -> None:
    path = tmp_path_factory.mktemp("mat") / "a.mat"
    wide = np.vstack([values, np.zeros((7, values.shape[1]))])
    wide = np.column_stack([wide, wide[:, 0]])
    savemat(path, {"time": wide[:, 0], "log": {"q": wide, "robot": "arm"}, "gain": 3.0})
    found = read_table(path)
    assert found.names == ("time", *(f"q{k + 1}" for k in range(wide.shape[1])))
    np.testing.assert_array_equal(found.values, np.column_stack([wide[:, 0], wide]))
    assert found.skipped == ("'gain' is a single number", "'robot' is text")


def test_columns_of_matlab_stand_upright(tmp_path: Path) -> None:
    q = np.arange(30.0).reshape(3, 10)
    savemat(tmp_path / "a.mat", {"t": np.arange(10.0)[None], "q": q})
    np.testing.assert_array_equal(read_table(tmp_path / "a.mat").values[:, 1:], q.T)


@pytest.mark.parametrize(
    ("content", "names", "values"),
    [
        ("1,2\n3,4\n", ("c1", "c2"), [[1, 2], [3, 4]]),
        ("# run 7\n# t q1\n1 2\n3 4\n", ("t", "q1"), [[1, 2], [3, 4]]),
        ("# made by hand\n\nt;q1\n1,5;2\n3;4,25e1\n", ("t", "q1"), [[1.5, 2], [3, 42.5]]),
        ('"time [s]","q, first"\n1,2 # slow\n\n3,4', ("time [s]", "q, first"), [[1, 2], [3, 4]]),
        ("t,q,\n1,2,\n3,,\n", ("t", "q", "c3"), [[1, 2, np.nan], [3, np.nan, np.nan]]),
        ("\ufefft,q\n1,inf\n3,NaN\n", ("t", "q"), [[1, np.inf], [3, np.nan]]),
        ("t\n1\n2\n", ("t",), [[1], [2]]),
    ],
    ids=["no names", "names in a comment", "decimal comma", "quotes", "empty cells", "byte order mark", "one column"],
)
def test_ways_to_write_a_table(tmp_path: Path, content: str, names: tuple[str, ...], values: list[list[float]]) -> None:
    found = read_table(written(tmp_path, "a.csv", content))
    assert found.names == names
    np.testing.assert_array_equal(found.values, np.array(values, dtype=float))


def test_columns_of_text_are_left_out_and_told(tmp_path: Path) -> None:
    found = read_table(written(tmp_path, "a.csv", 't,frame,q\n1,"base, left",2\n3,tool,4\n'))
    assert found.names == ("t", "q")
    np.testing.assert_array_equal(found.values, [[1, 2], [3, 4]])
    assert found.skipped == ("'frame' holds text, as 'base, left'",)


def test_a_row_knows_its_line(tmp_path: Path) -> None:
    found = read_table(written(tmp_path, "a.csv", "# one\nt,q\n1,2\n\n# two\n3,4\n5,6\n"))
    assert [found.place(k) for k in range(3)] == ["a.csv:3", "a.csv:6", "a.csv:7"]


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        ("t,q\n1,2\n3\n", "a.csv:3", "the row has 1 cell"),
        ("t,q\n1,2\n3,4,5\n", "a.csv:3", "the row has 3 cells"),
        ("t,q\n1,2\n3,x4\n", "a.csv:3", "'x4' in column 'q' is not a number"),
        ("t,q\n1,2\n3,1_0\n", "a.csv:3", "'1_0' in column 'q' is not a number"),
        ("t,t\n1,2\n", "a.csv", "two columns have the name 't'"),
        ("t,q\n1,2,3\n", "a.csv:2", "the first line has 2 names, and the row below 3 cells"),
        ("t,q\ns,rad\n1,2\n", "a.csv:2", "'s,rad' is no row of numbers"),
        ("t,q\n", "a.csv:1", "the table has names and no numbers"),
        ("", "a.csv", "the table is empty"),
        ("# nothing\n\n", "a.csv", "the table is empty"),
        ("t,q\n1,2\n\0\0", "a.csv", "the file is binary, not text"),
        ("t,q\n1,2\n".encode("utf-16"), "a.csv", "the table is in UTF-16"),
        ("1" * 3_000_000, "a.csv:1", "a line has more than 1048576 characters"),
        ("t,q\n" + "1" * 2_000_000 + "\n1,2\n", "a.csv:2", "a line has more than 1048576 characters"),
    ],
)
def test_what_is_wrong_with_text_is_told(tmp_path: Path, content: str | bytes, where: str, what: str) -> None:
    error = complaint(written(tmp_path, "a.csv", content))
    assert error.what == what
    assert error.where == where


def test_a_mistake_far_below_has_its_line(tmp_path: Path) -> None:
    """Beyond the first of the pieces that are read."""
    rows = [f"{k},{k / 7!r}" for k in range(200_000)]
    rows[150_000] = "12,13,14"
    assert complaint(written(tmp_path, "a.csv", "t,q\n" + "\n".join(rows))).where == "a.csv:150002"


def test_a_compressed_file_that_is_cut_off(tmp_path: Path) -> None:
    whole = gzip.compress(b"t,q\n" + b"".join(b"%d,%d\n" % (k, k * k) for k in range(50_000)))
    assert "cannot be decompressed" in complaint(written(tmp_path, "a.csv.gz", whole[:-2000])).what
    assert "cannot be decompressed" in complaint(written(tmp_path, "b.csv.gz", b"t,q\n1,2\n")).what


def test_a_small_file_cannot_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwright.measurements.text_table.MOST_NUMBERS", 1_000_000)
    packed = io.BytesIO()
    with gzip.open(packed, "wb") as file:
        for _ in range(100):
            file.write(b"0\n" * 1_000_000)
    path = written(tmp_path, "a.csv.gz", packed.getvalue())
    assert path.stat().st_size < 400_000
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "more than" in complaint(path).what
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000 * KILOBYTE


def test_damaged_arrays_are_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", t=np.arange(5.0), q=np.array([{}], dtype=object))
    found = read_table(tmp_path / "a.npz")
    assert found.names == ("t",)
    assert found.skipped == ("'q' holds objects of Python, which are not read",)
    whole = (tmp_path / "a.npz").read_bytes()
    assert "no .npz" in complaint(written(tmp_path, "b.npz", whole[:100])).what
    assert "no .npz" in complaint(written(tmp_path, "c.npz", b"hello")).what
    np.savez(tmp_path / "d.npz", name="arm")
    assert complaint(tmp_path / "d.npz").what == "the file has no arrays of numbers"
    savemat(tmp_path / "e.mat", {"t": np.arange(500.0)})
    whole = (tmp_path / "e.mat").read_bytes()
    assert "no .mat" in complaint(written(tmp_path, "f.mat", whole[: len(whole) // 2])).what
    assert "no .mat" in complaint(written(tmp_path, "g.mat", b"hello")).what
    newer = complaint(written(tmp_path, "h.mat", b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(600)))
    assert "-v7" in newer.hint


@pytest.mark.parametrize("claimed", [10**12, 1000])
def test_an_array_that_claims_to_be_larger_than_it_is(tmp_path: Path, claimed: int) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (claimed,)})
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as file:
        file.writestr("t.npy", header.getvalue() + bytes(8 * 800))
    assert "shorter than its header says" in complaint(tmp_path / "a.npz").what


def test_an_array_of_another_length_is_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", t=np.arange(5.0), q=np.zeros((5, 2)), tau=np.zeros((4, 2)))
    found = read_table(tmp_path / "a.npz")
    assert found.names == ("t", "q1", "q2")
    assert found.skipped == ("'tau' is 4 x 2 numbers, where most have 5 rows",)


@pytest.mark.parametrize("name", ["a.xlsx", "a", "a.npz.gz"])
def test_other_files_are_refused(tmp_path: Path, name: str) -> None:
    assert ".csv" in complaint(written(tmp_path, name, "1,2")).hint


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert "no such file" in complaint(tmp_path / "none.csv").what
    (tmp_path / "folder.csv").mkdir()
    assert "is a folder" in complaint(tmp_path / "folder.csv").what


def test_a_column_that_is_not_there() -> None:
    table = Table(("speed", "q"), np.zeros((2, 2)), "a.csv")
    with pytest.raises(InputError, match="no column 'sped'") as caught:
        table.column("sped")
    assert "did you mean 'speed'?" in caught.value.hint


@given(data=st.binary(max_size=300), suffix=st.sampled_from(["csv", "csv.gz", "npz", "mat"]))
def test_any_bytes_give_a_table_or_an_error(tmp_path_factory: Any, data: bytes, suffix: str) -> None:
    path = written(tmp_path_factory.mktemp("any"), f"a.{suffix}", data)
    try:
        found = read_table(path)
    except InputError:
        return
    assert found.values.shape[1] == len(found.names)


def test_arrays_by_name() -> None:
    """Columns as they are, blocks numbered; a table stays what it is."""
    table = table_of({"t": [0, 1, 2], "q": np.arange(6.0).reshape(3, 2), "tau": np.ones((3, 1))}, "arrays")
    assert table.names == ("t", "q1", "q2", "tau1")
    assert np.array_equal(table.column("q2"), [1, 3, 5])
    assert table.place(1) == "arrays, row 2"
    assert table_of(table, "other") is table


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"t": [0, 1], "q": [[1.0]]}, "columns of different lengths: t 2, q 1"),
        ({}, "columns of different lengths"),
        ({"t": [0, 1], "q": ["a", "b"]}, "'q' is no array of numbers"),
        ({"t": [0, 1], "q": [[1], [1, 2]]}, "'q' is no array of numbers"),
        ({"t": [0, 1], "q": [{}, None]}, "'q' is no array of numbers"),
        ({"q1": [0, 1], "q": [[1, 2], [3, 4]]}, "two columns have the name 'q1'"),
    ],
)
def test_arrays_that_are_no_table(arrays: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        table_of(arrays, "arrays")
