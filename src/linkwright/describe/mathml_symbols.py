"""Commands of LaTeX that stand for one sign, and alphabets of mathematics."""

from __future__ import annotations

from linkwright.readable.names import COMMANDS
from linkwright.readable.names import LETTERS as GREEK


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS = {name: GREEK[name] for name in COMMANDS} | _pairs(
    "varepsilon ε varphi φ backslash \\ wedge ^ sim ~ partial ∂ nabla ∇ infty ∞ ell ℓ top ⊤ emptyset ∅ prime ′ ldots … dots … "
    "cdots ⋯ vdots ⋮ ddots ⋱ { { } }"
)
RELATIONS = _pairs(
    "= = < &lt; > &gt; le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ propto ∝ ll ≪ gg ≫ in ∈ subset ⊂ subseteq ⊆ to → "
    "rightarrow → mapsto ↦ Rightarrow ⇒ implies ⇒ iff ⇔ mid ∣ perp ⊥"
)
SIGNS = _pairs(
    "times × cdot · int ∫ lVert ‖ rVert ‖ | ‖ circ ∘ otimes ⊗ oplus ⊕ langle ⟨ rangle ⟩ lbrace { rbrace } lvert | rvert |"
)
PLUS_MINUS = _pairs("+ + - − pm ± mp ∓")
LARGE = _pairs("sum ∑ prod ∏ bigcup ⋃")
_NAMES = "sin cos tan exp log ln min max sinh cosh tanh arcsin arccos arctan det dim ker lim arg inf sup"
FUNCTIONS = frozenset(_NAMES.split())
SPACES = {",": 0.17, ":": 0.22, ";": 0.28, " ": 0.25, "!": -0.17, "quad": 1.0, "qquad": 2.0}
MARKS = _pairs("dot ˙ ddot ¨ hat ˆ widehat ^ bar ‾ overline ‾ tilde ~ widetilde ~ vec →")
"""Above a letter, a word or a term."""

_ALPHABETS = {
    "mathit": (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC)),
    "mathbf": (("A", "Z", 0x1D400), ("a", "z", 0x1D41A), ("0", "9", 0x1D7CE), ("Α", "Ω", 0x1D6A8), ("α", "ω", 0x1D6C2)),
    "boldsymbol": (
        ("A", "Z", 0x1D468),
        ("a", "z", 0x1D482),
        ("0", "9", 0x1D7CE),
        ("Α", "Ω", 0x1D71C),
        ("α", "ω", 0x1D736),
    ),
    "mathbb": (("A", "Z", 0x1D538), ("a", "z", 0x1D552), ("0", "9", 0x1D7D8)),
    "mathcal": (("A", "Z", 0x1D49C), ("a", "z", 0x1D4B6)),
    "mathfrak": (("A", "Z", 0x1D504), ("a", "z", 0x1D51E)),
}
_ELSEWHERE = {  # whose places in the alphabet are not used
    "mathit": {"h": "ℎ"},
    "mathbb": _pairs("C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ"),
    "mathcal": _pairs("B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ"),
    "mathfrak": _pairs("C ℭ H ℌ I ℑ R ℜ Z ℨ"),
}
ALPHABETS = tuple(_ALPHABETS)


def styled(letter: str, alphabet: str) -> str:
    """The same letter among those of an alphabet (ALPHABETS)."""
    if letter in _ELSEWHERE.get(alphabet, {}):
        return _ELSEWHERE[alphabet][letter]
    for first, last, start in _ALPHABETS[alphabet]:
        if first <= letter <= last:
            return chr(start + ord(letter) - ord(first))
    return letter
