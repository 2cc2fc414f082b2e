"""Sizes, names and limits in generated code: read back by a program in each language, and compared with the robot."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from tests.support.describe import constants
from tests.support.emit import TARGETS

from .julia_eval import Machine
from .robots import EXAMPLES
from .test_matlab import OCTAVE

HOSTILE = ('a"quote', "it's", "back\\slash\\", "\\n ??/ $x {y} %d", "Schulter α", "*/ // # end", "x" * 150, "関節 ⚙")
"""Names of joints that a careless literal would break, or be broken by."""


def _hostile() -> lw.OpenRobot:
    joints = {
        name: {"type": "revolute", "axis": [0, 0, 1], "parent": parent, "child": f"b{k}", "xyz": [0.5, 0, 0]}
        for k, (name, parent) in enumerate(zip(HOSTILE, ["world", *(f"b{k}" for k in range(7))], strict=True))
    }
    joints[HOSTILE[1]] |= {"limits": {"lower": -1.5, "upper": 2.25, "velocity": 3.0, "effort": 40.0}}
    joints[HOSTILE[3]] |= {"limits": {"lower": -0.1}}
    bodies = {f"b{k}": {"mass": 1.0} for k in range(8)}
    return lw.load({"linkwright": 1, "name": "hostile", "joints": joints, "bodies": bodies})


ROBOTS: dict[str, Callable[[], Any]] = {
    "hostile": _hostile,
    "quadruped": lambda: lw.load(EXAMPLES / "quadruped.yaml"),  # it floats: nq is not nv
    "fourbar": lambda: lw.load(EXAMPLES / "loops" / "fourbar.yaml"),  # closed, lists of one
    "satellite": lambda: lw.load(EXAMPLES / "manifold" / "satellite.yaml"),
}
mechanism = cache(lambda name: ROBOTS[name]())
GIVEN = ("hostile", "quadruped", "fourbar", "satellite")


def told(name: str, output: bytes) -> None:
    """A program printed every constant, \\1 after each value and \\2 after each constant: they are the mechanism's."""
    expected = constants(mechanism(name))
    parts = output.decode().split("\2")[:-1]
    assert len(parts) == len(expected)
    for constant, part in zip(expected, parts, strict=True):
        values = part.split("\1")[:-1]
        wanted = [constant.value] if isinstance(constant.value, int) else list(constant.value)
        found = [type(x)(y) for x, y in zip(wanted, values, strict=True)]
        assert found == wanted, constant.name


def written(name: str, language: str, folder: Path) -> Path:
    lw.build(mechanism(name), to=language, out=folder, quantities=["mass_matrix"], run=False)
    return folder / language


def spelled(name: str, language: str, whole: str, numbers: str, texts: str) -> str:
    """Statements that print all constants, by templates with {name} and {size}."""
    declare = TARGETS[language].constants
    assert declare is not None
    lines: list[str] = []
    for c in constants(mechanism(name)):
        word = declare.name(name, c)
        if isinstance(c.value, int):
            lines.append(whole.format(name=word))
        else:
            lines.append((texts if isinstance(c.value[0], str) else numbers).format(name=word, size=len(c.value)))
    return "\n".join(lines)


def run(command: list[str], folder: Path) -> bytes:
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()
    assert done.stderr == b""
    return done.stdout


STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"]


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("compiler", ["gcc -std=c99", "g++ -std=c++17 -x c++", "clang -std=c99"])
def test_c(name: str, compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler.split()[0]) is None:
        pytest.skip(f"no {compiler.split()[0]} found")
    folder = written(name, "c", tmp_path)
    loop = 'for (int i = 0; i < {size}; i++) printf("%{kind}\\1", {{name}}[i]);\nprintf("\\2");'
    body = spelled(
        name,
        "c",
        'printf("%d\\1\\2", {name});',
        loop.format(kind=".17g", size="{size}"),
        loop.format(kind="s", size="{size}"),
    )
    (folder / "p.c").write_text(f'#include "{name}.h"\n#include <stdio.h>\nint main(void) {{\n{body}\nreturn 0; }}\n')
    (folder / "idle.c").write_text(f'#include "{name}.h"\nint main(void) {{ return 0; }}\n')  # nothing is unused
    run([*compiler.split(), *STRICT, "idle.c", "-o", "idle"], folder)
    run([*compiler.split(), *STRICT, "p.c", "-o", "p"], folder)
    told(name, run(["./p"], folder))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ found")
def test_cpp(name: str, tmp_path: Path) -> None:
    folder = written(name, "cpp", tmp_path)
    loop = f'for (auto x : {name}::{{name}}) std::cout << x << "\\1";\nstd::cout << "\\2";'
    count = f'static_assert({name}::{{name}} >= 0); std::cout << {name}::{{name}} << "\\1\\2";'
    body = spelled(name, "cpp", count, loop, loop)
    head = f'#include "{name}.hpp"\n#include <iostream>\nint main() {{ std::cout.precision(17);\n'
    (folder / "p.cpp").write_text(f"{head}{body}\n}}\n")
    run(["g++", "-std=c++17", *STRICT, "-Wno-type-limits", "p.cpp", "-o", "p"], folder)
    told(name, run(["./p"], folder))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(shutil.which("gfortran") is None, reason="no gfortran found")
def test_fortran(name: str, tmp_path: Path) -> None:
    folder = written(name, "fortran", tmp_path)
    put, end = "write (*, '({kind}, a)', advance='no') {value}, achar(1)", "write (*, '(a)', advance='no') achar(2)"
    loop = "do i = 1, {{size}}\n" + put + "\nend do\n" + end
    body = spelled(
        name,
        "fortran",
        put.format(kind="i0", value="{name}") + "\n" + end,
        loop.format(kind="es25.17e3", value="{name}(i)"),
        loop.format(kind="a", value="trim({name}(i))"),
    )
    (folder / "p.f90").write_text(f"program p\nuse {name}\nimplicit none\ninteger :: i\n{body}\nend program p\n")
    flags = ["-std=f2008", "-Wall", "-Wextra", "-Werror"]
    run(["gfortran", *flags, "linkwright_math.f90", f"{name}.f90", "p.f90", "-o", "p"], folder)
    told(name, run(["./p"], folder))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(shutil.which("node") is None, reason="no node found")
def test_javascript(name: str, tmp_path: Path) -> None:
    folder = written(name, "javascript", tmp_path)
    show = "process.stdout.write([{value}].map((x) => `${{x}}\\u0001`.replace(/^(-?)Infinity/, '$1inf')).join('') + '\\u0002');"
    listed = show.format(value="...m.{name}").replace("${x}", "${{x}}")
    whole = show.format(value="m.{name}").replace("${x}", "${{x}}")
    body = spelled(name, "javascript", whole, listed, listed)
    (folder / "p.mjs").write_text(f'import * as m from "./{name}.js";\n{body}\n')
    told(name, run(["node", "p.mjs"], folder))
    types = (folder / f"{name}.d.ts").read_text()
    assert all(f"export const {c.name.upper()}: " in types for c in constants(mechanism(name)))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("language", ["numpy", "jax", "torch", "cython"])
def test_python(name: str, language: str, tmp_path: Path) -> None:
    """What the module holds; of a package around C its __init__, with nothing behind it."""
    if language in ("jax", "torch"):
        pytest.importorskip(language)
    folder = written(name, language, tmp_path)
    path = f"{name}/__init__.py" if language == "cython" else f"{name}.py"
    text = (folder / path).read_text()
    if language == "cython":
        first = text.index(f"from {name}._{name} import")
        text = text[:first] + text[text.index(")", first) + 1 :]
    found: dict[str, Any] = {}
    exec(compile(text, path, "exec"), found)
    for c in constants(mechanism(name)):
        value = found[c.name.upper()]
        assert value == c.value if isinstance(value, int | tuple) else tuple(value) == c.value
    if language == "cython":
        stubs = (folder / name / "__init__.pyi").read_text()
        assert all(f"\n{c.name.upper()}: " in stubs for c in constants(mechanism(name)))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(OCTAVE is None, reason="no octave found")
def test_octave(name: str, tmp_path: Path) -> None:
    assert OCTAVE is not None
    folder = written(name, "matlab", tmp_path)
    body = spelled(
        name,
        "matlab",
        "printf('%d\\001\\002', c.{name});",
        "printf('%.17g\\001', c.{name}); printf('\\002'); assert(isequal(size(c.{name}), [{size} 1]));",
        "printf('%s\\001', c.{name}{{:}}); printf('\\002');",
    )
    (folder / "p.m").write_text(f"c = {name}.constants();\n{body}\n")
    told(name, run([OCTAVE, "--no-gui", "--norc", "--no-history", "p.m"], folder))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(shutil.which("cargo") is None, reason="no cargo found")
def test_rust(name: str, tmp_path: Path) -> None:
    folder = written(name, "rust", tmp_path)
    loop = f'for x in {name}::{{name}} {{{{ print!("{{{{x}}}}\\u{{{{1}}}}"); }}}} print!("\\u{{{{2}}}}");'
    body = spelled(name, "rust", f'print!("{{{{}}}}\\u{{{{1}}}}\\u{{{{2}}}}", {name}::{{name}});', loop, loop)
    (folder / "examples" / "p.rs").write_text(f"fn main() {{\n{body}\n}}\n")
    told(name, run(["cargo", "run", "--offline", "--quiet", "--example", "p"], folder))


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.skipif(shutil.which("javac") is None, reason="no javac found")
def test_java(name: str, tmp_path: Path) -> None:
    folder = written(name, "java", tmp_path)
    (source,) = (p for p in (folder / name).iterdir() if p.stem.lower() == name)
    loop = f'for (Object x : {source.stem}.{{name}}) out.print(told(x) + "\\1"); out.print("\\2");'
    body = spelled(name, "java", f'out.print({source.stem}.{{name}} + "\\1\\2");', loop, loop)
    (folder / "P.java").write_text(
        f"import {name}.{source.stem};\nimport java.io.PrintStream;\nimport java.nio.charset.StandardCharsets;\n"
        "public final class P {\n"
        'static String told(Object x) { return x.toString().replace("Infinity", "inf"); }\n'
        "public static void main(String[] words) {\n"
        f"PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);\n{body}\n}}\n}}\n"
    )
    run(["javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-cp", ".", "P.java"], folder)
    told(name, run(["java", "-cp", ".", "P"], folder))


@pytest.mark.parametrize("name", GIVEN)
def test_julia_by_our_machine(name: str, tmp_path: Path) -> None:
    folder = written(name, "julia", tmp_path)
    machine = Machine()
    (source,) = (folder / "src").iterdir()
    machine.run(source.read_text())
    for c in constants(mechanism(name)):
        assert machine.modules[source.stem][c.name.upper()] == c.value


@pytest.mark.parametrize("name", GIVEN)
def test_what_they_say(name: str) -> None:
    """Counts are the mechanism's, lists are as long as their count says, limits are the file's."""
    made = mechanism(name)
    found = {c.name: c.value for c in constants(made)}
    assert (found["nq"], found["nv"]) == (made.nq, made.nv)
    for c in constants(made):
        assert not c.count or (not isinstance(c.value, int) and len(c.value) == found[c.count])


def test_limits_are_the_files() -> None:
    found = {c.name: c.value for c in constants(mechanism("hostile"))}
    inf = math.inf
    assert found["joint_names"] == HOSTILE
    assert found["lower_position_limit"] == (-inf, -1.5, -inf, -0.1, -inf, -inf, -inf, -inf)
    assert found["upper_position_limit"] == (inf, 2.25, inf, inf, inf, inf, inf, inf)
    assert found["velocity_limit"] == (inf, 3.0, *[inf] * 6)
    assert found["effort_limit"] == (inf, 40.0, *[inf] * 6)


def test_the_page_lists_them(tmp_path: Path) -> None:
    assert "| `FOURBAR_NV` | 1 | degrees of freedom" in (written("fourbar", "c", tmp_path) / "README.md").read_text()
    assert r"\section*{Coordinates}" in (written("fourbar", "latex", tmp_path) / "fourbar.tex").read_text()
