"""MuJoCo's compiler: MJCF text in, MuJoCo's model out, nothing written anywhere."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from linkwright.errors import FileError
from linkwright.readers.mjcf_source import Source
from linkwright.readers.report import Report


def compiled(source: Source, report: Report) -> tuple[Any, Any]:
    """MuJoCo and its model. What it warns of becomes notes."""
    mujoco = _mujoco(report.file)
    with warnings_of(mujoco) as heard:
        try:
            model = mujoco.MjModel.from_xml_string(source.text, source.files)
        except ValueError as error:
            raise _refusal(str(error), source, report.file) from None
    for text in dict.fromkeys(heard):
        report.note("suspect", f"MuJoCo: {' '.join(text.split())[:300]}")
    return mujoco, model


def _mujoco(file: str) -> Any:
    """Its types say less than it has."""
    try:
        return import_module("mujoco")
    except ImportError:
        hint = "pip install 'linkwright[mjcf]', or convert the file to URDF"
        raise FileError("reading MJCF needs MuJoCo's compiler, mujoco-core", file, hint) from None


def _refusal(message: str, source: Source, file: str) -> FileError:
    """MuJoCo's own words, at the place that they speak of."""
    told = re.search(r",? line (\d+)", message)
    line = int(told[1]) if told else 0
    where = source.places[line - 1] if 0 < line <= len(source.places) else file
    what = " ".join((message.replace(told[0], "") if told else message).split())[:300]
    return FileError(f"MuJoCo cannot compile the model: {what}", where, "check it in MuJoCo")


@contextmanager
def warnings_of(mujoco: Any) -> Generator[list[str]]:
    """Warnings as they come. Without a listener MuJoCo appends them to MUJOCO_LOG.TXT in the working folder."""
    heard: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(heard.append)
    try:
        yield heard
    finally:
        mujoco.set_mju_user_warning(before)
