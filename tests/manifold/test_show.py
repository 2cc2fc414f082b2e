"""How equations look, and that the printed form has the value of the derived one."""

from __future__ import annotations

import pytest

from tests.manifold.systems import (
    CART,
    DOUBLE_3D,
    DOUBLE_SPHERICAL,
    LINE,
    MORE,
    NINE,
    PENDULUM_3D,
    QUADROTOR_LOAD,
    SPHERICAL,
    System,
    scalars,
)
from tests.manifold.test_parse import read
from tests.support.manifold import (
    compact,
    equal,
    equations,
    equations_latex,
    equations_text,
    latex,
    lines,
    order_of_names,
    parse,
    split_name,
    steps,
    text,
    time_derivative,
    writer,
)


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        (SPHERICAL, ["q × (m l² q̈ + m l g e₃ − τ) = 0"]),
        (PENDULUM_3D, ["J Ω̇ + Ω × J Ω + m g ρ × Rᵀ e₃ = M", "Ṙ = R Ω̂"]),
        (LINE, ["m ẍ + m g = F"]),
        (CART, ["(M + m) ẍ + m l (e₁·q̈) = F", "q × (m l² q̈ + m l ẍ e₁ + m l g e₃) = 0"]),
        (
            DOUBLE_SPHERICAL,
            [
                "q₁ × ((m₁ + m₂) l₁² q̈₁ + m₂ l₁ l₂ q̈₂ + (m₁ + m₂) l₁ g e₃ − u₁) = 0",
                "q₂ × (m₂ l₂² q̈₂ + m₂ l₁ l₂ q̈₁ + m₂ l₂ g e₃ − u₂) = 0",
            ],
        ),
        (
            QUADROTOR_LOAD,
            [
                "(m_Q + m_L) ẍ − m_Q l q̈ + (m_Q + m_L) g e₃ = f R e₃",
                "q × (m_Q l² q̈ − m_Q l ẍ − m_Q l g e₃ + l f R e₃) = 0",
                "J Ω̇ + Ω × J Ω = M",
                "Ṙ = R Ω̂",
            ],
        ),
    ],
    ids=lambda x: getattr(x, "name", ""),
)
def test_textbook_form(system: System, expected: list[str]) -> None:
    assert equations_text(equations(system.make())).splitlines() == expected


@pytest.mark.parametrize("system", [*NINE, *MORE], ids=lambda s: s.name)
def test_printed_form_has_the_same_value(system: System) -> None:
    found = equations(system.make())
    names = order_of_names(found.mechanism)
    for e in found.equations:
        assert equal(compact(e.bracket, names, e.variable.name), e.bracket)


def test_double_cross_products_are_folded() -> None:
    shown = str(lines(equations(DOUBLE_3D.make()))[1])
    assert "m₂ c₂ × R₂ᵀ R₁ (Ω₁ × (Ω₁ × r₁))" in shown
    assert "m₂ c₂ × (Ω̇₂ × c₂)" in shown


def test_latex() -> None:
    made = equations_latex(equations(PENDULUM_3D.make()))
    assert made.startswith("\\begin{align}\n")
    assert (
        r"J \, \dot{\Omega} + \Omega \times J \, \Omega + m \, g \, \rho \times R^{\mathsf{T}} \, e_{3} &= M \\" in made
    )
    assert made.count("{") == made.count("}")


@pytest.mark.parametrize(
    ("source", "unicode", "tex"),
    [
        ("m*(l + g)*x", "m (l + g) x", r"m \, \left(l + g\right) \, x"),
        ("-m*x", "−m x", r"-m \, x"),
        ("x - (a - q)", "x − (a − q)", r"x - \left(a - q\right)"),
        ("cross(a, cross(x, q))", "a × (x × q)", r"a \times \left(x \times q\right)"),
        ("cross(cross(a, x), q)", "(a × x) × q", r"\left(a \times x\right) \times q"),
        ("dot(a + x, q)*m", "((a + x)·q) m", r"\left(\left(a + x\right) \cdot q\right) \, m"),
        ("(J + A)*x", "(J + A) x", r"\left(J + A\right) \, x"),
        ("R*(a + x)", "R (a + x)", r"R \, \left(a + x\right)"),
        ("m*cross(a, x)/l", "m/l a × x", r"\frac{m}{l} \, a \times x"),
        ("m/(l + g)", "m/(l + g)", r"\frac{m}{l + g}"),
        ("m/(l*g)", "m/(l g)", r"\frac{m}{l \, g}"),
        ("sqrt(m + l)", "√(m + l)", r"\sqrt{m + l}"),
        ("norm(x)", "|x|", r"\left\lVert x \right\rVert"),
        ("(m + l)**2", "(m + l)²", r"\left(m + l\right)^{2}"),
        ("sin(s)**2", "sin(s)²", r"\sin\left(s\right)^{2}"),
        ("hat(a)*x", "â x", r"\hat{a} \, x"),
        ("outer(a, x)*q", "a xᵀ q", r"a \, x^{\mathsf{T}} \, q"),
        ("-(m + l)*x", "−(m + l) x", r"-\left(m + l\right) \, x"),
        ("3/2*m", "3/2 m", r"\tfrac{3}{2} \, m"),
        ("m**(-2)", "1/m²", r"\frac{1}{m^{2}}"),
        ("dot(dq, dq)", "|q̇|²", r"\left\lVert \dot{q} \right\rVert^{2}"),
        ("pi*m", "π m", r"\pi \, m"),
        ("abs(m - l)", "|m − l|", r"\left|m - l\right|"),
        ("atan2(m, l + g)", "atan2(m, l + g)", r"\operatorname{atan2}\left(m, l + g\right)"),
        ("max(m, l)*sign(s)", "max(m, l) sign(s)", r"\max\left(m, l\right) \, \operatorname{sign}\left(s\right)"),
        ("m**l", "m^(l)", "m^{l}"),
        ("(m + g)**(l - 1)", "(m + g)^(l − 1)", r"\left(m + g\right)^{l - 1}"),
    ],
)
def test_brackets(source: str, unicode: str, tex: str) -> None:
    assert text(read(source)) == unicode
    assert latex(read(source)) == tex


@pytest.mark.parametrize(
    ("name", "stem", "index"),
    [
        ("m", "m", ""), ("m1", "m", "1"), ("mQ", "m", "Q"), ("tau2", "tau", "2"), ("Omega_R1", "Omega", "R1"),
        ("mass", "mass", ""), ("th1", "th", "1"), ("c_drag", "c", "drag"), ("rho", "rho", ""), ("e3", "e", "3"),
    ],
)  # fmt: skip
def test_names(name: str, stem: str, index: str) -> None:
    symbol = split_name(name)
    assert (symbol.stem, symbol.index) == (stem, index)


@pytest.mark.parametrize("form", ["text", "latex"])
@pytest.mark.parametrize("system", [*NINE, *MORE], ids=lambda s: s.name)
def test_seven_steps(system: System, form: str) -> None:
    mechanism = system.make()
    found = steps(mechanism, form)
    assert len(found) == 7
    assert all(step.formulas for step in found)
    assert len(found[5].formulas) == len(mechanism.variables)


def test_steps_of_the_spherical_pendulum() -> None:
    found = {step.title: step.formulas for step in steps(SPHERICAL.make())}
    assert found["Lagrangian and virtual work"] == ("L = ½ m l² |q̇|² − m l g (e₃·q)", "δW = δq·τ")
    assert found["Variations of the manifolds"][0] == "δq = ξ × q, δq̇ = ξ̇ × q + ξ × q̇"
    assert found["Integration by parts"] == ("∫ ξ̇·(m l² q × q̇) dt = −∫ ξ·(m l² q × q̈) dt",)
    assert found["Collection: each factor vanishes"] == ("ξ: m l² q̈ × q + m l g e₃ × q + q × τ",)


def test_a_rolling_disk_is_written_in_one_frame() -> None:
    """No dot product of a body axis with a space axis that no rotation joins; 1 - x below the root."""
    side = "(e3 - dot(e3, R*e2)*R*e2)/sqrt(1 - dot(e3, R*e2)**2)"
    disk = System(
        "disk", {"x": "R^3", "R": "SO(3)"}, scalars("m r g") | {"J": "symmetric"},
        "m*dot(dx, dx)/2 + dot(Omega, J*Omega)/2 - m*g*dot(x, e3)", {},
        more={"constraints": {"rolling": f"dx - r*cross(R*Omega, {side})"}},
    )  # fmt: skip
    found = equations(disk.make())
    write = writer(found.mechanism, "text")
    rate = write(compact(found.constraints[0].acceleration))
    assert "Rᵀ Rᵀ" not in rate
    assert "Ω·R Ω" not in rate
    assert "e₂·R e₂" not in rate
    assert "√(1 − (e₂·Rᵀ e₃)²)" in rate
    assert equal(found.constraints[0].acceleration, time_derivative(disk.make().constraints[0].term))
    assert write(parse("m*r*R*e3", disk.scope())) == "m r R e₃"


def test_steps_with_constraints_say_which_variations_are_allowed() -> None:
    sleigh = System(
        "sleigh", {"x": "R^3", "R": "SO(3)"}, scalars("m r w") | {"J": "symmetric"},
        "m*dot(dx, dx)/2 + dot(Omega, J*Omega)/2", {},
        more={"constraints": {"rolling": "dx - r*cross(R*Omega, e3) - w*cross(e3, x)"}},
    )  # fmt: skip
    second = steps(sleigh.make())[1]
    assert second.title == "Principle of Lagrange and d'Alembert"
    assert second.formulas[1] == "for variations with δx + r e₃ × R η = 0 with the multiplier λ"
