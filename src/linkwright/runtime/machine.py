"""This processor and LLVM: what it offers, IR text -> object code, object code -> addresses in this process."""

from __future__ import annotations

import ctypes
import platform
import sys
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from linkwright.runtime.real import FLOAT64, Real

LIBRARY = ("tan", "exp", "log", "pow", "hypot", "malloc", "free")
"""Functions of the C library that code may call, in the order of its table `library`."""


@dataclass(frozen=True)
class Machine:
    """What code is generated for.

    fma:   it has fused multiply-add; without, products and sums are rounded apart
    lanes: states per instruction in batches. Measured: one full register is fastest, on AVX-512 as on AVX2
           (8 over 4 lanes: 1.2 to 2 times; 8 lanes on AVX2, two registers per value, spill and lose)
    real:  what code computes with
    """

    triple: str
    cpu: str
    features: str
    fma: bool
    lanes: int
    real: Real = FLOAT64

    @property
    def key(self) -> str:
        """All that object code depends on besides its text."""
        return "|".join(
            (llvm_version(), self.triple, self.cpu, self.features, str(self.fma), str(self.lanes), self.real.name)
        )

    def of(self, real: Real) -> Machine:
        """The same processor computing with other reals: of those half as wide a register holds twice as many."""
        return replace(self, lanes=self.lanes * self.real.bits // real.bits, real=real)


@cache
def host() -> Machine:
    """The processor this process runs on."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    triple = llvm.get_process_triple()
    arm = platform.machine().lower() in ("arm64", "aarch64")
    lanes = 8 if features.get("avx512f") else 4 if features.get("avx") else 2
    fma = arm or bool(features.get("fma"))
    return Machine(triple, llvm.get_host_cpu_name(), features.flatten(), fma, lanes)


def compile_ir(text: str, machine: Machine, passes: bool = False) -> bytes:
    """Object code. No IR passes run on kernels, which are in the form that passes would leave them in (measured: no gain).
    passes: run them, for procedures."""
    llvm = _llvm()
    context = llvm.create_context()
    module = llvm.parse_assembly(text, context)
    target = _target_machine(machine)
    if passes:
        tuning = llvm.create_pipeline_tuning_options(speed_level=2)
        # Measured: loops of procedures are short, as vectors they are slower (4 x 4 elimination 126 ns, so 70 ns).
        tuning.loop_vectorization = tuning.slp_vectorization = False
        builder = llvm.create_pass_builder(target, tuning)
        builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))


class Code:
    """Machine code in this process; it lives as long as this object."""

    def __init__(self, obj: bytes, machine: Machine) -> None:
        llvm = _llvm()
        empty = llvm.parse_assembly("", _context())
        lmm = {"use_lmm": True} if _small(machine) else {}
        self._engine = llvm.create_mcjit_compiler(empty, _target_machine(machine), **lmm)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(obj))
        self._engine.finalize_object()
        self.kept: list[Code] = []
        """Other code that this one calls."""
        if table := self.variable("library"):
            (ctypes.c_void_p * len(LIBRARY)).from_address(table)[:] = library()

    def address(self, name: str) -> int:
        found = int(self._engine.get_function_address(name))
        assert found, f"no function '{name}' in the compiled code"
        return found

    def variable(self, name: str) -> int:
        """Where a global variable is; 0 if there is none."""
        return int(self._engine.get_global_value_address(name))

    def number(self, name: str) -> int:
        """The value of an i64 constant."""
        return ctypes.c_int64.from_address(self.variable(name)).value


@cache
def _llvm() -> Any:
    """llvmlite, loaded when code is first compiled: its import costs 60 ms."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@cache
def _context() -> Any:
    """The context of the modules that engines own, never freed.

    Where an engine dies in a cycle of garbage, a context of its own may be finalised first, and the engine's module would then
    be taken out of memory that is gone.
    """
    return _llvm().create_context()


@cache
def llvm_version() -> str:
    """The version of llvmlite, which decides what code is made."""
    from llvmlite import __version__

    return __version__


def _small(machine: Machine) -> bool:
    """Whether code may assume that all of it lies within 2 GB: constants are then operands, 10 to 45 % faster.

    llvmlite's own memory manager keeps that promise. It cannot place calls to other libraries, which is why those go
    through a table of pointers. Other systems keep LLVM's default for code made at run time.
    """
    return sys.platform == "linux" and machine.triple.startswith("x86_64")


def _target_machine(machine: Machine) -> Any:
    target = _llvm().Target.from_triple(machine.triple)
    model = {"reloc": "pic", "codemodel": "small"} if _small(machine) else {}
    # Optimisation levels 1 to 3 give the same code here; 0 would leave every value in memory.
    return target.create_target_machine(cpu=machine.cpu, features=machine.features, opt=2, jit=True, **model)


@cache
def library() -> tuple[int, ...]:
    """Addresses of the C library's functions."""
    names = ("ucrtbase", "msvcrt") if sys.platform == "win32" else (None, "libm.so.6", "libSystem.dylib")
    for name in names:
        try:
            lib = ctypes.CDLL(name)
            found = [ctypes.cast(getattr(lib, f), ctypes.c_void_p).value for f in LIBRARY]
        except (OSError, AttributeError):
            continue
        return tuple(address or 0 for address in found)
    raise OSError("the C library's mathematical functions were not found")
