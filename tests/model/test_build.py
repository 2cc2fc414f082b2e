"""What make_robot and substitute refuse, and how they say it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import sqrt
from tests.support.model import Body, Frame, Joint, Parameter, make_robot, substitute
from tests.support.spatial import NULL, Inertia, Vec, Z

BOB = Body("bob", Inertia.about_com(2.0, Vec(0.1, 0, 0), NULL))
PIVOT = Joint("pivot", "revolute", "world", "bob", axis=Z)


def test_a_mass_that_is_no_number_is_named() -> None:
    z = lw.symbol("z")
    bob = Body("bob", Inertia.about_com(sqrt(z), Vec(0.1, 0, 0), NULL))
    robot = make_robot("r", [bob], [PIVOT], parameters=[Parameter("z", -1.0)])
    with pytest.raises(lw.LinkwrightError, match=r"sqrt\(z\) is not a finite number"):
        substitute(robot, {"z": -1.0})
    assert lw.derive(robot, "mass_matrix", parameters="symbolic").inputs.keys() == {"q", "parameters"}
    with pytest.raises(lw.LinkwrightError, match="not a finite number"):
        lw.derive(robot, "mass_matrix")


def test_a_wrench_is_listed_once() -> None:
    tip = Frame("tip", "bob")
    with pytest.raises(lw.LinkwrightError, match="'tip' is listed twice"):
        make_robot("r", [BOB], [PIVOT], frames=[tip], wrenches=["tip", "tip"])


def test_a_universal_joint_has_two_directions() -> None:
    for second in (Z, Vec(0, 0, -2.0), Vec(0.0, 1e-15, 1.0)):
        joint = Joint("cardan", "universal", "world", "bob", axis=Z, axis2=second)
        with pytest.raises(lw.LinkwrightError, match="axes of universal joint 'cardan' are parallel"):
            make_robot("r", [BOB], [joint])
    make_robot("r", [BOB], [Joint("cardan", "universal", "world", "bob", axis=Z, axis2=Vec(0, 1, 1))])


def test_numbers_of_numpy_become_plain() -> None:
    robot = make_robot("r", [BOB], [PIVOT], gravity=Vec(*np.array([0.0, 0.0, -9.81])))
    assert [type(x) for x in robot.gravity] == [float] * 3
