# Tiny arm: builds the package; `python setup.py test` builds it here and runs its tests
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
# ARCH= in the environment builds for any machine of the family; the default is this one.
import os
import subprocess
import sys
from glob import glob

import numpy
from Cython.Build import cythonize
from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext

ROBOT = "Tiny_arm"
SOURCES = sorted(glob(f"{ROBOT}/{ROBOT}*.c"))
WINDOWS = sys.platform == "win32"
UNIX = ["-O3", "-std=c99", "-ffp-contract=fast", "-fno-math-errno"]
FLAGS = ["/O2"] if WINDOWS else UNIX + os.environ.get("ARCH", "-march=native").split()


class Build(build_ext):
    """The equations with all optimisations; what wraps them for Python is compiled fast."""

    def build_extension(self, ext):
        made = self.compiler.compile(SOURCES, self.build_temp, extra_postargs=FLAGS, depends=ext.depends)
        ext.extra_objects = made
        super().build_extension(ext)


class Test(Command):
    """Build the module beside its source, then run the tests with this Python."""

    description = "build in place and run the tests"
    user_options = []

    def initialize_options(self):
        pass

    def finalize_options(self):
        pass

    def run(self):
        self.reinitialize_command("build_ext", inplace=True)
        self.run_command("build_ext")
        sys.stdout.flush()
        if subprocess.call([sys.executable, f"test_{ROBOT}.py"]):
            raise SystemExit(1)


module = Extension(
    f"{ROBOT}._{ROBOT}",
    [f"{ROBOT}/_{ROBOT}.pyx"],
    include_dirs=[ROBOT, numpy.get_include()],
    define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
    depends=[*SOURCES, f"{ROBOT}/{ROBOT}.h", f"{ROBOT}/linkwright_math.h"],
    extra_compile_args=[] if WINDOWS else ["-O1", "-g0", "-Wno-unused-function"],
)

setup(
    packages=[ROBOT],
    package_data={ROBOT: ["*.pxd", "*.pyi", "*.h", "py.typed"]},
    ext_modules=cythonize([module], quiet=True),
    cmdclass={"build_ext": Build, "test": Test},
    zip_safe=False,
)
