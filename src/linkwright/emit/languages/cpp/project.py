"""What surrounds generated C++: an example, a Makefile, a CMake project. Several robots may share a folder."""

from __future__ import annotations

from linkwright.emit.languages.cpp.interface import ports
from linkwright.emit.languages.cpp.tests import double, filled
from linkwright.emit.languages.cpp.tests import text as literal
from linkwright.emit.program import Program, identifier, labels
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import wrap
from linkwright.passes.kernel import Kernel

_PRINT = """\
template <std::size_t N>
[[maybe_unused]] static void print(const char *name, const std::array<double, N> &x, std::size_t columns)
{
    std::printf("%s\\n", name);
    for (std::size_t i = 0; i < N; i++)
        std::printf("%12.6f%s", x[i], (i + 1) % columns ? "" : "\\n");
}

[[maybe_unused]] static void print(const char *name, double x, std::size_t) { std::printf("%s\\n%12.6f\\n", name, x); }"""


def example(program: Program) -> str:
    """example_<robot>.cpp: a few functions at a sample state, and how parameters are changed."""
    title = f"{program.about.robot}: how the generated functions are called"
    parts = [
        program.target.comment.block([title, program.mark]),
        f'#include "{program.name}.hpp"\n\n#include <array>\n#include <cstddef>\n#include <cstdio>',
        _PRINT,
    ]
    shown = program.kernels[:SHOWN]
    parts += [_show(program, kernel) for kernel in shown]
    parts.append("\n".join(["int main()", "{", *(f"    show_{kernel.name}();" for kernel in shown), "}"]))
    return "\n\n".join(parts) + "\n"


def _show(program: Program, kernel: Kernel) -> str:
    sample = sample_inputs(program, kernel)
    lines: list[str] = []
    for name, port in ((p.name, p) for p in kernel.inputs if p.name in sample):
        text = filled(name, sample[name]) if port.shape else f"double {name} = {double(sample[name][0])};"
        lines += wrap(f"const {text}", program.target, 1)
    given = [port for port in ports(kernel) if port.name in sample]
    lines += _call(program, kernel, [port.name for port in given], "result", "")
    named = next((p for p in ports(kernel) if p.defaults is not None and p.shape), None)
    if named is not None and ports(kernel)[len(given)] is named:
        short = program.default_name(kernel, named)
        words = [identifier(label, program.target) for label in labels(named)]
        known = named.labels and len(set(words)) == len(words)
        index = f"{program.name}::{short}_index::{words[0]}" if known else "0"
        lines.append(f"    auto {named.name} = {program.name}::default_{short}<double>;")
        lines.append(f"    {named.name}[{index}] *= 2.0;")
        about = f", {' '.join(labels(named)[0].split())} doubled"
        lines += _call(program, kernel, [*(port.name for port in given), named.name], "changed", about)
    return "\n".join([f"static void show_{kernel.name}()", "{", *lines, "}"])


def _call(program: Program, kernel: Kernel, arguments: list[str], local: str, about: str) -> list[str]:
    many = len(kernel.outputs) > 1
    call = f"const auto {local}_ = {program.name}::{kernel.name}<double>({', '.join(arguments)});"
    lines = wrap(call, program.target, 1)
    for port in kernel.outputs:
        value = f"{local}_.{port.name}" if many else f"{local}_"
        columns = port.shape[-1] if len(port.shape) > 1 else max(port.size, 1)
        lines.append(f"    print({literal(f'{kernel.name}: {port.name}{about}')}, {value}, {columns});")
    return lines


def makefile(program: Program) -> str:
    """The same text whatever the robot."""
    version = f" {program.about.version}" if program.about.version else ""
    return f"""\
# Written by Linkwright{version}. `make test` builds and runs the tests of every robot in this folder, `make example`
# its example.
# ARCH= builds for any machine of the family; -ffp-contract=fast lets a*b + c be one fused operation; stores put together
# into vectors (slp) cost straight-line code a few percent.
CXX ?= c++
ARCH ?= -march=native
OPT ?= -O3
WARN ?= -Wall -Wextra -Wpedantic
CXXFLAGS ?= $(OPT) $(ARCH) -std=c++17 -ffp-contract=fast -fno-math-errno -fno-tree-slp-vectorize $(WARN)

TESTS := $(patsubst %.cpp,%,$(wildcard test_*.cpp))
AUTODIFF := $(patsubst %.cpp,%,$(wildcard autodiff_*.cpp))
EXAMPLES := $(patsubst %.cpp,%,$(wildcard example_*.cpp))

.PHONY: all test example clean
all: $(TESTS) $(AUTODIFF) $(EXAMPLES)

test: $(TESTS) $(AUTODIFF)
\t@set -e; for program in $(AUTODIFF) $(TESTS); do ./$$program; done

example: $(EXAMPLES)
\t@set -e; for program in $(EXAMPLES); do ./$$program; done

test_%: test_%.cpp %.hpp linkwright_math.hpp
\t$(CXX) $(CXXFLAGS) -o $@ $< $(LDLIBS)

autodiff_%: autodiff_%.cpp %.hpp linkwright_math.hpp
\t$(CXX) $(CXXFLAGS) -O0 -o $@ $< $(LDLIBS)

example_%: example_%.cpp %.hpp linkwright_math.hpp
\t$(CXX) $(CXXFLAGS) -o $@ $< $(LDLIBS)

clean:
\trm -f $(TESTS) $(AUTODIFF) $(EXAMPLES)
"""


def cmake(program: Program) -> str:
    """The same text whatever the robot."""
    version = f" {program.about.version}" if program.about.version else ""
    return f"""\
# Written by Linkwright{version}. cmake -B build && cmake --build build && ctest --test-dir build
# In a project of yours: add_subdirectory(<this folder>), target_link_libraries(yours PRIVATE linkwright::<robot>)
cmake_minimum_required(VERSION 3.14)
project(linkwright_robots LANGUAGES CXX)

option(LINKWRIGHT_CHECK "Functions look at their inputs before they use them" OFF)
option(LINKWRIGHT_NATIVE "Build for this machine only" ON)
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  set(standalone ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  enable_testing()
endif()

file(GLOB tests CONFIGURE_DEPENDS RELATIVE ${{CMAKE_CURRENT_SOURCE_DIR}} ${{CMAKE_CURRENT_SOURCE_DIR}}/test_*.cpp)
foreach(test ${{tests}})
  string(REGEX REPLACE "^test_(.*)[.]cpp$" "\\\\1" robot ${{test}})
  add_library(linkwright_${{robot}} INTERFACE)
  add_library(linkwright::${{robot}} ALIAS linkwright_${{robot}})
  target_include_directories(linkwright_${{robot}} INTERFACE ${{CMAKE_CURRENT_SOURCE_DIR}})
  target_compile_features(linkwright_${{robot}} INTERFACE cxx_std_17)
  target_compile_definitions(linkwright_${{robot}} INTERFACE $<$<BOOL:${{LINKWRIGHT_CHECK}}>:LINKWRIGHT_CHECK>)
  if(standalone)
    foreach(kind test autodiff example)
      if(EXISTS ${{CMAKE_CURRENT_SOURCE_DIR}}/${{kind}}_${{robot}}.cpp)
        add_executable(${{kind}}_${{robot}} ${{kind}}_${{robot}}.cpp)
        target_link_libraries(${{kind}}_${{robot}} PRIVATE linkwright_${{robot}})
        if(NOT MSVC)
          target_compile_options(${{kind}}_${{robot}} PRIVATE -ffp-contract=fast -fno-math-errno -Wall -Wextra -Wpedantic
            $<$<BOOL:${{LINKWRIGHT_NATIVE}}>:-march=native>)
        endif()
        add_test(NAME ${{kind}}_${{robot}} COMMAND ${{kind}}_${{robot}})
      endif()
    endforeach()
  endif()
endforeach()
"""
