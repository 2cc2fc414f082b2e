"""The cache on disk: what was compiled is found again, what is damaged is not used, what is not ours is left alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from tests.support.passes import Kernel
from tests.support.runtime import cache, compiled, native

from .kernels import Code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kernel(factor: float = 2.0) -> Kernel:
    code = Code(x=2)
    code.output("y", [code("mul", code.number(factor), code("sin", i)) for i in code.x])
    return code.kernel()


def works(factor: float = 2.0) -> bool:
    x = np.array([[0.5, -1.0], [2.0, 1e10], [0.0, 3.0]])
    f = native(kernel(factor))
    return np.allclose(f(x[0]), factor * np.sin(x[0])) and np.allclose(f(x), factor * np.sin(x))


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise AssertionError("compiled again")

    monkeypatch.setattr(compiled, "compile_ir", fail)


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*"))


def test_the_second_time_nothing_is_compiled(folder: Path, request: pytest.FixtureRequest) -> None:
    assert works()
    count = len(files(folder))
    assert count >= 2
    request.getfixturevalue("no_compiler")
    assert works()
    assert len(files(folder)) == count


def test_batches_alone_need_no_code_for_one_state(folder: Path) -> None:
    x = np.array([[0.5, -1.0], [2.0, 3.0]])
    f = native(kernel(), later=True)
    f(x)
    count = len(files(folder))
    np.testing.assert_allclose(f(x[0]), 2 * np.sin(x[0]))
    assert len(files(folder)) > count


def test_another_kernel_is_another_entry(folder: Path, request: pytest.FixtureRequest) -> None:
    assert works(2.0)
    assert works(2.0000000000000004)
    request.getfixturevalue("no_compiler")
    assert works(2.0)
    with pytest.raises(AssertionError, match="compiled again"):
        works(3.0)


@pytest.mark.parametrize("damage", ["flip", "truncate", "empty", "magic", "swap", "folder"])
def test_damaged_files_are_compiled_anew(folder: Path, damage: str) -> None:
    assert works()
    paths = files(folder)
    contents = [path.read_bytes() for path in paths]
    for path, data, other in zip(paths, contents, contents[1:] + contents[:1], strict=True):
        if damage == "flip":
            middle = len(data) * 3 // 4
            path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        elif damage == "truncate":
            path.write_bytes(data[: len(data) // 2])
        elif damage == "empty":
            path.write_bytes(b"")
        elif damage == "magic":
            path.write_bytes(b"x" + data[1:])
        elif damage == "swap":  # sound code, but not what was asked for
            path.write_bytes(other)
        else:
            path.unlink()
            path.mkdir()
    assert works()
    if damage != "folder":
        assert [path.read_bytes() for path in paths] == contents


def test_it_can_be_switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    assert cache.cache_folder() is None
    assert works()
    assert not folder.exists()


@pytest.mark.skipif(os.name != "posix", reason="permission bits")
def test_only_its_owner_can_reach_it(folder: Path) -> None:
    assert works()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files(folder))


@pytest.mark.skipif(os.name != "posix", reason="permission bits")
def test_a_folder_or_file_that_others_can_write_is_not_trusted(folder: Path, request: pytest.FixtureRequest) -> None:
    assert works()
    folder.chmod(0o777)
    assert cache.cache_folder() is None
    folder.chmod(0o700)
    for path in files(folder):
        path.chmod(0o666)
    request.getfixturevalue("no_compiler")
    with pytest.raises(AssertionError, match="compiled again"):
        works()


def test_a_folder_that_cannot_be_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert works()


def test_the_oldest_go_when_it_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 2000)
    stored = {f"key {k}": bytes([k]) * 500 for k in range(6)}
    for k, (key, data) in enumerate(stored.items()):
        assert cache.remembered(key, lambda data=data: data) == data
        newest = max(files(folder), key=lambda path: path.stat().st_ctime_ns)
        os.utime(newest, (k, k))
        if k == 3:
            assert cache.remembered("key 0", lambda: b"lost") in (b"lost", stored["key 0"])
    total = sum(path.stat().st_size for path in files(folder))
    assert total <= 2000
    assert cache.remembered("key 5", lambda: b"lost") == stored["key 5"]
    assert cache.remembered("key 1", lambda: b"lost") == b"lost"


def test_clearing(folder: Path) -> None:
    assert works()
    assert cache.clear() >= 2
    assert files(folder) == []


def test_no_half_written_file_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(cache.os, "replace", fail)
    assert cache.remembered("key", lambda: b"data") == b"data"
    assert files(folder) == []
