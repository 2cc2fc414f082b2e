"""Parts of a formula that is typeset as MathML: atoms, brackets, and rows of them with the room between."""

from __future__ import annotations

from dataclasses import dataclass

_HIGH = ("<mfrac>", "<msqrt>", "<mtable")
_THIN = '<mspace width="0.17em"/>'


@dataclass(frozen=True)
class Atom:
    """What is not broken. size: letters that are seen; kind: "sign" (+, −), "relation", "function", "comma",
    "space", "limits" (what is under and above it is not beside it) or ""."""

    code: str
    size: int = 1
    kind: str = ""


@dataclass(frozen=True)
class Bracket:
    """What stands between two signs, and an exponent after the second."""

    left: str
    right: str
    inside: tuple[Item, ...]
    exponent: str = ""

    @property
    def size(self) -> int:
        return 2 + sum(item.size for item in self.inside)

    @property
    def code(self) -> str:
        """In one piece, with signs as high as what is between them where that is high: browsers make them too high else."""
        inside = row(self.inside)
        left, right = (fence(x, any(x in inside for x in _HIGH)) for x in (self.left, self.right))
        return raised(f"<mrow>{left}{inside}{right}</mrow>", self.exponent)


Item = Atom | Bracket


def fence(sign: str, stretches: bool) -> str:
    """One of two brackets, or a sign with no room beside it."""
    return f'<mo stretchy="{str(stretches).lower()}" lspace="0" rspace="0">{sign}</mo>'


def row(items: tuple[Item, ...]) -> str:
    """One beside the other."""
    text, before = "", None
    for item in items:
        text += gap(before, item) + spelled(item, before)
        before = item
    return text


def spelled(item: Item, before: Item | None) -> str:
    """A sign knows by its place whether it stands between two things; in a <math> of its own it would not."""
    if isinstance(item, Atom) and item.kind == "sign":
        return f'<mo form="{"infix" if is_between(before) else "prefix"}">{item.code}</mo>'
    return f'<mo form="infix">{item.code}</mo>' if isinstance(item, Atom) and item.kind == "relation" else item.code


def is_between(before: Item | None) -> bool:
    """Whether a sign after this joins two terms."""
    return before is not None and not (isinstance(before, Atom) and before.kind in ("sign", "relation", "comma"))


def gap(before: Item | None, item: Item) -> str:
    """A little room around functions, and between factors that are more than a letter."""
    if before is None or (
        isinstance(before, Atom) and before.kind in ("sign", "relation", "comma", "space", "function")
    ):
        return ""
    if isinstance(item, Atom) and (item.kind == "function" or (item.kind == "" and isinstance(before, Bracket))):
        return _THIN
    words = (
        isinstance(item, Atom) and isinstance(before, Atom) and item.kind == "" and before.size > 1 and item.size > 1
    )
    return _THIN if words else ""


def marked(items: tuple[Item, ...], sign: str) -> Atom:
    """With a dot or a hat above. Browsers draw a mark that combines with its letter through high ones (Ω, R, l), and one that
    is called an accent beside its letter, in some fonts."""
    code = f"<mover><mrow>{row(items)}</mrow>{fence(sign, stretches=False)}</mover>"
    return Atom(code, sum(x.size for x in items))


def raised(code: str, exponent: str) -> str:
    """With an exponent, where there is one."""
    return f"<msup>{code}{exponent}</msup>" if exponent else code
