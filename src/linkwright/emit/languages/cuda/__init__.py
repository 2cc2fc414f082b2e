"""CUDA: the C++ header, whose functions nvcc compiles for the GPU too; for each function a kernel of a batch and its launcher.

One thread takes one state, and further ones a grid behind it. What a thread does is a function of the host, too: the tests
run it there, as no GPU is needed for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from linkwright.emit.languages.c.support import support
from linkwright.emit.languages.cpp import CPP, header
from linkwright.emit.languages.cuda import batch, example, tests
from linkwright.emit.program import Program
from linkwright.emit.target import Commands

_SHARED = ("linkwright_math.cuh", "linkwright_checks.cuh", "Makefile")
_WORDS = """
batch states kernels state one stream layout count share
threadIdx blockIdx blockDim gridDim warpSize dim3 float2 float3 float4 double2 double3 double4 int2 int3 int4
norm norm3d norm4d rnorm rhypot rsqrt rcbrt sinpi cospi sincospi sincosf tanpi erfinv erfcinv normcdf normcdfinv erfcx saturate
min max umin umax llmin llmax clock64 assert trap
"""
"""Names of the launchers' arguments and of a kernel's own values, and what the device's headers define."""


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    name = program.name
    return {
        f"{name}.hpp": header(program),
        f"{name}.cuh": batch.declarations(program),
        f"{name}.cu": batch.kernels(program),
        f"test_{name}.cu": tests.program(program),
        f"example_{name}.cu": example.example(program),
        "linkwright_math.hpp": support(program, "linkwright_math.hpp", "cpp"),
        "linkwright_checks.h": support(program, "linkwright_checks.h"),
        **{path: support(program, path, "cuda") for path in _SHARED},
    }


CUDA = replace(
    CPP,
    name="cuda",
    title="CUDA",
    layout=layout,
    signature=batch.signature,
    commands=Commands(
        needs=(("nvcc", "g++", "c++", "clang++"), ("make",)),
        run=(("{1}", "test", "COMPILER={0}"),),
        example="make example",
    ),
    guard="Code of the device looks at nothing. `-DLINKWRIGHT_CHECK`, for the whole program, makes functions on the host throw"
    " `std::invalid_argument` where a pointer is null or a number not finite.",
    vectors=None,
    reserved=CPP.reserved | frozenset(_WORDS.split()),
)
