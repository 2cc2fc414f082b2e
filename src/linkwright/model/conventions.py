"""The conventions, as text: printed by `linkwright conventions` and in the header of every generated file."""

CONVENTIONS = """\
M(q) a + C(q,v) v + g(q) = tau + J(q)' lambda.  Names: q (nq), v (nv), a, tau.
Joint order: file order, depth first. Continuous joints: one angle.
Quaternions: x y z w. Floating base: q = [position, quaternion], v = [linear; angular] in the body frame.
Spherical joint: q = quaternion, v = angular velocity in the moved frame.
Planar joint: q = [x, y, cos, sin], v = [vx, vy, w] in the moved frame.
Cylindrical joint: q = [translation, angle]. Universal joint: two angles, about axis then axis2.
These are Pinocchio's, so results compare without conversion (except continuous joints: one angle here).
Gravity is a vector of the model; default (0, 0, -9.81). SI units, radians.
Inertial parameters of a link, at its joint frame: [m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz]
(first moments m*c; tensor about the frame's origin).
Jacobians: rows linear then angular; velocity of the frame's origin in world axes unless another reference is named.
DH tables must say standard or modified; there is no default.
Operation counts: n-ary sum n-1 add; product n-1 mul; x^k k-1 mul; a numeric factor 1 mul; quotient 1 div; unary minus apart;
sin and cos one each per call; nothing counts as precomputed."""
