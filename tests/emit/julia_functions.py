"""Names and functions of a running Julia file, for `julia_eval`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .julia_base import BASE, Thrown


class Scope(dict[str, Any]):
    """Names. A loop's round has a scope of its own, which writes to names of the function around it, never to a file's."""

    def __init__(self, around: Scope | None, soft: bool = False) -> None:
        super().__init__()
        self.around, self.soft = around, soft

    def __missing__(self, name: str) -> Any:
        if self.around is not None:
            return self.around[name]
        if name not in BASE:
            raise Thrown(f"UndefVarError: {name} not defined")
        return BASE[name]

    def give(self, name: str, value: Any) -> None:
        scope = self
        while scope.soft and name not in scope:
            assert scope.around is not None
            scope = scope.around
        (scope if name in scope else self)[name] = value


Code = Callable[[Scope], Any]
"""What a node does in a scope."""


@dataclass(frozen=True)
class Argument:
    """One of a function's head: q, q::T, q::T = x, q..."""

    name: str
    kind: Code | None = None
    default: Code | None = None
    splat: bool = False


@dataclass(frozen=True)
class Method:
    """One definition of a function."""

    positional: tuple[Argument, ...]
    keywords: tuple[Argument, ...]
    body: Code
    file: Scope

    def bind(self, values: tuple[Any, ...], keywords: Mapping[str, Any]) -> Scope | None:
        """Its scope for these arguments, None where it does not take them."""
        scope = Scope(self.file)
        if self.positional and self.positional[-1].splat:
            least = len(self.positional) - 1
            values = (*values[:least], values[least:])
        if len(values) > len(self.positional) or keywords.keys() - {argument.name for argument in self.keywords}:
            return None
        given = dict(zip((argument.name for argument in self.positional), values, strict=False))
        for arguments, known in ((self.positional, given), (self.keywords, keywords)):
            for argument in arguments:
                if argument.name in known:
                    value = known[argument.name]
                elif argument.default is not None:
                    value = argument.default(scope)
                else:
                    return None
                if argument.kind is not None and not argument.kind(scope).holds(value):
                    return None
                scope[argument.name] = value
        return scope


@dataclass
class Function:
    """Methods of one name."""

    name: str
    methods: list[Method] = field(default_factory=list[Method])

    def __call__(self, *values: Any, **keywords: Any) -> Any:
        for method in self.methods:
            scope = method.bind(values, keywords)
            if scope is not None:
                return method.body(scope)
        raise Thrown(f"MethodError: {self.name}{tuple(map(type, values))}")
