"""The canonical text of a robot stays small where its formulas share their parts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import linkwright as lw
from tests.support.model import canonical, describe

DEEP = 18
"""Lines of parameters, each a formula of the one before: written out as a tree, the last one has 4^18 symbols."""
MEGABYTES = 400
SECONDS = 15  # of the processor


def deep_robot(depth: int = DEEP) -> str:
    lines = [f"  k{n}: k{n - 1}*k{n - 1}/(1 + k{n - 1}) + sin(k{n - 1})" for n in range(1, depth + 1)]
    return "\n".join(
        [
            "linkwright: 1",
            "name: deep",
            "parameters:",
            "  k0: 0.31",
            *lines,
            "joints:",
            "  pivot: {type: revolute, axis: [0, 0, 1], parent: world, child: bob}",
            "bodies:",
            f"  bob: {{mass: 2, com: [k{depth}, 0, 0]}}",
        ]
    )


CHILD = """
import sys, time
from pathlib import Path
import linkwright as lw
lw.build(sys.argv[1], to=["javascript"], out=sys.argv[2], run=False)
status = Path("/proc/self/status")  # getrusage would tell the size of the process that started this one, too
lines = status.read_text().splitlines() if status.exists() else ["VmHWM: 0 kB"]
print(time.process_time(), next(float(x.split()[1]) / 1024 for x in lines if x.startswith("VmHWM")))
"""


def test_a_build_of_nested_formulas_takes_seconds_and_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "deep.yaml"
    file.write_text(deep_robot())
    command = [sys.executable, "-c", CHILD, str(file), str(tmp_path / "out")]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    seconds, megabytes = map(float, result.stdout.split())
    assert list((tmp_path / "out").rglob("*.mjs"))
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


def test_the_text_grows_with_the_lines_and_still_tells_robots_apart(tmp_path: Path) -> None:
    def text(changed: str = "") -> str:
        file = tmp_path / "deep.yaml"
        file.write_text(deep_robot().replace("(1 + k0)", changed or "(1 + k0)"))
        return describe(lw.load(file))

    assert len(text()) < 4000
    assert text() == text()
    assert text() != text("(2 + k0)")  # eighteen lines below what the body uses


def test_equal_expressions_of_different_graphs_have_equal_texts() -> None:
    def deep(factor: int) -> str:
        x = lw.symbol("x")
        for _ in range(30):
            x = x * x / (factor + x)
        return canonical(x)

    assert deep(1) == deep(1)
    assert deep(1) != deep(2)
