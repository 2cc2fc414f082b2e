"""Methods of search by name. Each takes Trials, the candidates to start from, a size of population and a seed, and returns the
candidates that the next block starts from; it ends when no trial is left. The same input gives the same output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.errors import InputError
from linkwright.lazy import extra, target
from linkwright.synthesis.search.trials import Judged, Trials

Search = Callable[[Trials, Judged, int, int], Judged]


@dataclass(frozen=True)
class Method:
    """home: where its function is. several: it finds fronts of several objectives; single: the best by one.
    package: what it needs of the extra `synthesize`."""

    home: str
    doc: str
    several: bool
    single: bool
    package: str = ""

    @property
    def search(self) -> Search:
        """The function."""
        return target(self.home)

    def check(self) -> None:
        """An error before anything is tried where its package is not installed: in a journal it would stay."""
        if self.package:
            extra(self.package, "synthesize", f"searching by {self.doc.partition(':')[0]}")


METHODS = {
    "nsga2": Method(
        "linkwright.synthesis.search.genetic:nsga2",
        "NSGA-II: a front of two or three objectives",
        several=True,
        single=True,
        package="pymoo",
    ),
    "nsga3": Method(
        "linkwright.synthesis.search.genetic:nsga3",
        "NSGA-III: a front of more objectives",
        several=True,
        single=False,
        package="pymoo",
    ),
    "cma-es": Method(
        "linkwright.synthesis.search.covariance:cma_es",
        "CMA-ES: the best by one objective",
        several=False,
        single=True,
        package="cma",
    ),
    "differential-evolution": Method(
        "linkwright.synthesis.search.differential:differential_evolution",
        "differential evolution: the best by one objective, without an extra",
        several=False,
        single=True,
    ),
}


def method_for(name: str, objectives: int) -> str:
    """The method's name; "auto" chooses by the number of objectives."""
    if name in ("auto", ""):
        return "cma-es" if objectives == 1 else "nsga2" if objectives <= 3 else "nsga3"
    if name not in METHODS:
        raise InputError(f"there is no method of search '{name}'", hint=f"one of: auto, {', '.join(METHODS)}")
    method = METHODS[name]
    if not (method.single if objectives == 1 else method.several):
        fitting = [n for n, m in METHODS.items() if (m.single if objectives == 1 else m.several)]
        raise InputError(
            f"'{name}' does not search by {objectives} objective{'s' * (objectives > 1)}",
            hint=f"for {objectives}: {', '.join(fitting)}, or auto",
        )
    return name
