"""Methods of compiled mechanisms, one per quantity, for editors and type checkers.

Written by docs/make_stubs.py (`make stubs`): do not edit. At run time `linkwright.native` looks functions up in the tables.
Arrays have shape (n,), or (batch, n). Options: out=, threads=.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike as X

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]


class TreeMethods:
    """Functions of a robot that is a tree."""

    def inverse_dynamics(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Joint forces that make the robot move with accelerations a: tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w."""

    rnea = inverse_dynamics
    tau = inverse_dynamics

    def mass_matrix(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Joint-space mass matrix, rotors included: M(q)."""

    crba = mass_matrix
    M = mass_matrix

    def mass_matrix_rate(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the mass matrix: dM/dt(q, v) = C + C'."""

    dM = mass_matrix_rate

    def coriolis_matrix(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Coriolis matrix by Christoffel symbols: dM/dt - 2C is skew: C(q,v)."""

    C = coriolis_matrix

    def coriolis_vector(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Coriolis and centrifugal forces: c(q,v) = C(q,v) v."""

    c = coriolis_vector

    def gravity(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces that hold the robot still against gravity: g(q)."""

    g = gravity

    def passive_forces(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Springs, dampers and friction of the joints: passive(q,v)."""

    def velocity_terms(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Coriolis and centrifugal forces, springs, dampers and friction: V = C(q,v) v + passive(q,v)."""

    V = velocity_terms

    def nonlinear_effects(self, q: X, v: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Everything but the mass matrix: nle = C(q,v) v + g(q) + passive(q,v) - J' w."""

    nle = nonlinear_effects

    def forward_dynamics(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Accelerations under joint forces tau: a = M(q)^-1 (tau - nle(q,v))."""

    aba = forward_dynamics

    def mass_matrix_inverse(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Inverse of the mass matrix: M(q)^-1."""

    minv = mass_matrix_inverse

    def kinetic_energy(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Kinetic energy: T = v' M(q) v / 2."""

    T = kinetic_energy

    def potential_energy(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Potential energy of gravity and springs: U(q)."""

    U = potential_energy

    def cut_forces(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Force and moment every joint transmits to its child, at the joint's frame: f_i = sum over outer links."""

    def base_wrench(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Force and moment that the ground exerts on the moving links, at the world's origin (floating: residual): d(momentum)/dt - weight - external wrenches."""

    def center_of_mass(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Centre of mass of all links that move (without rotors and bodies fixed to the ground): c(q) = sum m_i c_i / sum m_i."""

    com = center_of_mass

    def com_jacobian(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Jacobian of the centre of mass: dc/dt = Jcom(q) v."""

    Jcom = com_jacobian

    def momentum(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Linear and angular momentum of the links about the world's origin, in world axes (without rotors): h = sum (p_i; L_i)."""

    h = momentum

    def centroidal_momentum_matrix(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Momentum of the links about their centre of mass per joint velocity, in world axes, rows linear then angular: hg = Ag(q) v."""

    ccrba = centroidal_momentum_matrix
    Ag = centroidal_momentum_matrix

    def centroidal_momentum(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Linear and angular momentum of the links about their centre of mass, in world axes (without rotors): hg = Ag(q) v."""

    hg = centroidal_momentum

    def generalized_momentum(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Momenta that belong to the joints' rates, M v, without any M: p = M(q) v = dT/dv."""

    Mv = generalized_momentum

    def equivalent_forces(self, q: X, force: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces that a force and moment on a frame amount to: J(q)' f."""

    Jtf = equivalent_forces

    def operational_inertia_inverse(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Inverse of the inertia that a force on a frame meets: its acceleration per force and moment, in world axes: Lambda(q)^-1 = J M^-1 J'."""

    osim_inverse = operational_inertia_inverse

    def inverse_dynamics_derivatives(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Arrays:
        """Derivatives of the joint forces along q (tangent space) and v; along a they are the mass matrix: d tau / d q,  d tau / d v."""

    rnea_derivatives = inverse_dynamics_derivatives

    def forward_dynamics_derivatives(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Arrays:
        """Derivatives of the accelerations along q (tangent space), v and tau: d a / d q,  d a / d v,  d a / d tau."""

    aba_derivatives = forward_dynamics_derivatives

    def inverse_dynamics_parameter_derivatives(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Derivatives of the joint forces by the parameters that are symbols, in the order of the input `parameters`: d tau / d p."""

    def linearisation(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Arrays:
        """How small deviations of position (tangent space) and velocity grow under forward dynamics: d/dt (dq, dv) = A (dq, dv) + B dtau."""

    def inverse_dynamics_rate(self, q: X, v: X, a: X, j: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the joint forces along a motion; wrenches are constant in their frames: d tau / d t."""

    dtau = inverse_dynamics_rate

    def inverse_dynamics_rate2(self, q: X, v: X, a: X, j: X, s: X, wrench: X = ..., parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the joint forces along a motion; wrenches are constant in their frames: d^2 tau / d t^2."""

    ddtau = inverse_dynamics_rate2

    def mass_matrix_rate2(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the mass matrix along a motion: d^2 M / d t^2."""

    ddM = mass_matrix_rate2

    def coriolis_matrix_rate(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the Coriolis matrix along a motion: d C / d t."""

    dC = coriolis_matrix_rate

    def coriolis_matrix_rate2(self, q: X, v: X, a: X, j: X, parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the Coriolis matrix along a motion: d^2 C / d t^2."""

    ddC = coriolis_matrix_rate2

    def gravity_rate(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the joint forces of gravity along a motion: d g / d t."""

    dg = gravity_rate

    def gravity_rate2(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the joint forces of gravity along a motion: d^2 g / d t^2."""

    ddg = gravity_rate2

    def regressor(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces per inertial parameter: tau = Y(q,v,a) p."""

    Y = regressor

    def base_regressor(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces per base parameter: tau = Yb(q,v,a) p_base."""

    Yb = base_regressor

    def gravity_regressor(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces of gravity per inertial parameter: g = Yg(q) p."""

    Yg = gravity_regressor

    def kinetic_energy_regressor(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Kinetic energy per inertial parameter, rotors apart: T = YT(q,v) p."""

    YT = kinetic_energy_regressor

    def potential_energy_regressor(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Potential energy of gravity per inertial parameter: U = YU(q) p."""

    YU = potential_energy_regressor

    def momentum_regressor(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Generalised momentum per inertial parameter, rotors apart: M v = Yh(q,v) p."""

    Yh = momentum_regressor

    def base_parameters(self, parameters: X = ..., **options: Any) -> Array:
        """Base parameters from the physical inertial parameters of the links: p_base = B(p)."""

    pb = base_parameters

    def identification_regressor(self, q: X, v: X, a: X, tau: X, slow: X, parameters: X = ..., **options: Any) -> Array:
        """Joint forces per parameter that measurements can identify: of bodies with all ten inertial numbers unknown, and of drives (drives='viscous,coulomb,offset,rotor'; also spring, asymmetric, stribeck, load): tau = Yi(q,v,a) p."""

    Yi = identification_regressor

    def identification_parameters(self, parameters: X = ..., **options: Any) -> Array:
        """Identifiable parameters from the physical ones: ten per body, and those of the drives: p = B p_physical."""

    def forward_kinematics(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Pose of every frame (or of one: frame=...) as a homogeneous matrix: X_world_frame(q)."""

    pose = forward_kinematics
    fk = forward_kinematics

    def pose_quaternion(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Position and quaternion (x y z w) of every frame (or of one: frame=...); the quaternion's sign is continuous in q: (p; quaternion)(q)."""

    def joint_transforms(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Per moving joint, its child in the body that the joint before it moves, as a homogeneous matrix: X_parent_child(q)."""

    def jacobian(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Geometric Jacobian of a frame, rows linear then angular: (velocity; angular velocity) = J(q) v."""

    J = jacobian

    def jacobian_world(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Spatial Jacobian: velocity of the frame's body at the world's origin, in world axes, rows linear then angular: twist at the world's origin = Jw(q) v."""

    def jacobian_body(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Body Jacobian: velocity of the frame in its own axes, rows linear then angular: twist in the frame's axes = Jb(q) v."""

    def jacobian_determinant(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Determinant of the Jacobian in the rows of the mask; of redundant chains the manipulability sqrt(det(J J')): det(J(q)), or sqrt(det(J J'))."""

    detJ = jacobian_determinant
    manipulability = jacobian_determinant

    def jacobian_rate(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the geometric Jacobian: dJ/dt(q, v)."""

    dJ = jacobian_rate

    def jacobian_rate2(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the geometric Jacobian, world aligned at the frame's origin: d2J/dt2(q, v, a)."""

    ddJ = jacobian_rate2

    def analytic_jacobian(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Jacobian of position and orientation numbers (XYZ Euler angles or quaternion): d(p, phi)/dt = JA(q) v."""

    JA = analytic_jacobian

    def analytic_jacobian_quaternion(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Jacobian of position and quaternion (x y z w): of pose_quaternion, sign included: d(p, quaternion)/dt = JQ(q) v."""

    def analytic_jacobian_rate(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the analytic Jacobian: dJA/dt(q, v)."""

    def twist(self, q: X, v: X, parameters: X = ..., **options: Any) -> Array:
        """Velocity of a frame's origin and angular velocity, in world axes: twist = J(q) v."""

    def frame_acceleration(self, q: X, v: X, a: X, parameters: X = ..., **options: Any) -> Array:
        """Time derivative of the twist: classical and angular acceleration of a frame, in world axes: dtwist/dt = J(q) a + dJ/dt v."""

    def frame_jerk(self, q: X, v: X, a: X, j: X, parameters: X = ..., **options: Any) -> Array:
        """Second time derivative of the twist: jerk of a frame's origin and angular jerk, in world axes: d2twist/dt2 = J(q) j + 2 dJ/dt a + d2J/dt2 v."""

    def inverse_kinematics_step(self, pose: X, q: X, direction: X, damping: X, weights: X, rest: X, gain: X, parameters: X = ..., **options: Any) -> Arrays:
        """A damped step towards a pose of a frame, the next direction, and the length of the weighted error; joints stay within their limits (limits='ignored': not): q + damping direction;  J'(J J' + lambda)^-1 e;  |e|."""

    def inverse_kinematics_solution(self, pose: X, parameters: X = ..., **options: Any) -> Array:
        """Joint positions at which a frame has a pose, near a guess; where there are none, those of the least error: X_world_frame(q) = pose."""

    def inverse_kinematics_rates(self, q: X, twist: X, acceleration: X, parameters: X = ..., **options: Any) -> Arrays:
        """Rates and accelerations of the joints at which a frame has a twist and its time derivative (what the mask asks of them); the least where joints are to spare, the least error where there are too few: v = J^+ twist;  a = J^+ (acceleration - dJ/dt v)."""

    def jacobian_condition(self, q: X, parameters: X = ..., **options: Any) -> Array:
        """Condition of the Jacobian of a frame (the rows that the mask asks for) by Frobenius' norm: at least the condition number of the singular values, at most that times the smaller of its sizes: |J| |J^+|."""


class ClosedMethods:
    """Functions of a robot with closed loops."""

    def inverse_dynamics(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces in the free joints that make the robot move with accelerations a: tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w."""

    rnea = inverse_dynamics
    tau = inverse_dynamics

    def mass_matrix(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Mass matrix of the free coordinates, rotors included: M(q) = W' M_tree W."""

    crba = mass_matrix
    M = mass_matrix

    def mass_matrix_rate(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the mass matrix: dM/dt(q, v) = C + C'."""

    dM = mass_matrix_rate

    def coriolis_matrix(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Coriolis matrix such that dM/dt - 2C is skew: C(q,v) = W' C_tree W + W' M_tree dW/dt."""

    C = coriolis_matrix

    def coriolis_vector(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Coriolis and centrifugal forces: c(q,v) = C(q,v) v."""

    c = coriolis_vector

    def gravity(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces in the free joints that hold the robot still against gravity: g(q) = W' g_tree."""

    g = gravity

    def passive_forces(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Springs, dampers and friction of all joints, felt at the free ones: passive(q,v) = W' passive_tree."""

    def velocity_terms(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Coriolis and centrifugal forces, springs, dampers and friction: V = C(q,v) v + passive(q,v)."""

    V = velocity_terms

    def nonlinear_effects(self, q: X, v: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Everything but the mass matrix: nle = C(q,v) v + g(q) + passive(q,v) - J' w."""

    nle = nonlinear_effects

    def forward_dynamics(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Accelerations of the free joints under forces tau: a = M(q)^-1 (tau - nle(q,v))."""

    aba = forward_dynamics

    def mass_matrix_inverse(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Inverse of the mass matrix: M(q)^-1."""

    minv = mass_matrix_inverse

    def kinetic_energy(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Kinetic energy: T = v' M(q) v / 2."""

    T = kinetic_energy

    def potential_energy(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Potential energy of gravity and springs: U(q)."""

    U = potential_energy

    def actuator_forces(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces of the motors (of the least weighted norm where there are more motors than free joints): W_m' u = tau."""

    def cut_forces(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment that every joint of the tree transmits to its child, at the joint's frame, loops closed: f_i = sum over outer links, closing forces included."""

    def base_wrench(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment that the ground exerts on the moving links, at the world's origin (floating: residual): d(momentum)/dt - weight - external wrenches."""

    def center_of_mass(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Centre of mass of all links that move: c(q) = sum m_i c_i / sum m_i."""

    com = center_of_mass

    def com_jacobian(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Jacobian of the centre of mass: dc/dt = Jcom(q) v."""

    Jcom = com_jacobian

    def momentum(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Linear and angular momentum of the links about the world's origin, in world axes (without rotors): h = sum (p_i; L_i)."""

    h = momentum

    def centroidal_momentum_matrix(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Momentum of the links about their centre of mass per joint velocity, in world axes, rows linear then angular: hg = Ag(q) v."""

    ccrba = centroidal_momentum_matrix
    Ag = centroidal_momentum_matrix

    def centroidal_momentum(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Linear and angular momentum of the links about their centre of mass, in world axes (without rotors): hg = Ag(q) v."""

    hg = centroidal_momentum

    def constraint_forces(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Multipliers of the closures' rows, then of the couplings, when the motors act at the free joints: M a + C v + g + passive = tau + J' lambda  (of the tree)."""

    def generalized_momentum(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Momenta that belong to the joints' rates, M v, without any M: p = M(q) v = dT/dv."""

    Mv = generalized_momentum

    def equivalent_forces(self, q: X, force: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Joint forces that a force and moment on a frame amount to: J(q)' f."""

    Jtf = equivalent_forces

    def operational_inertia_inverse(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Inverse of the inertia that a force on a frame meets: its acceleration per force and moment, in world axes: Lambda(q)^-1 = J M^-1 J'."""

    osim_inverse = operational_inertia_inverse

    def inverse_dynamics_derivatives(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """Derivatives of the forces in the free joints along q (tangent space; dependent joints follow) and v; along a they are the mass matrix: d tau / d q,  d tau / d v."""

    rnea_derivatives = inverse_dynamics_derivatives

    def forward_dynamics_derivatives(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """Derivatives of the accelerations along q (tangent space; dependent joints follow), v and tau: d a / d q,  d a / d v,  d a / d tau."""

    aba_derivatives = forward_dynamics_derivatives

    def inverse_dynamics_parameter_derivatives(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Derivatives of the forces in the free joints by the parameters that are symbols, in the order of the input `parameters`; where a length changes, the loops stay closed: d tau / d p."""

    def linearisation(self, q: X, v: X, tau: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """How small deviations of free positions (tangent space; dependent joints follow) and velocities grow under forward dynamics: d/dt (dq, dv) = A (dq, dv) + B dtau."""

    def inverse_dynamics_rate(self, q: X, v: X, a: X, j: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the joint forces along a motion; wrenches are constant in their frames: d tau / d t."""

    dtau = inverse_dynamics_rate

    def inverse_dynamics_rate2(self, q: X, v: X, a: X, j: X, s: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the joint forces along a motion; wrenches are constant in their frames: d^2 tau / d t^2."""

    ddtau = inverse_dynamics_rate2

    def mass_matrix_rate2(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the mass matrix along a motion: d^2 M / d t^2."""

    ddM = mass_matrix_rate2

    def coriolis_matrix_rate(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the Coriolis matrix along a motion: d C / d t."""

    dC = coriolis_matrix_rate

    def coriolis_matrix_rate2(self, q: X, v: X, a: X, j: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the Coriolis matrix along a motion: d^2 C / d t^2."""

    ddC = coriolis_matrix_rate2

    def gravity_rate(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the joint forces of gravity along a motion: d g / d t."""

    dg = gravity_rate

    def gravity_rate2(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the joint forces of gravity along a motion: d^2 g / d t^2."""

    ddg = gravity_rate2

    def regressor(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces in the free joints per inertial parameter: tau = Y(q,v,a) p,  Y = W' Y_tree."""

    Y = regressor

    def base_regressor(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces in the free joints per base parameter of the closed mechanism: tau = Yb(q,v,a) p_base."""

    Yb = base_regressor

    def gravity_regressor(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Joint forces of gravity per inertial parameter: g = Yg(q) p."""

    Yg = gravity_regressor

    def kinetic_energy_regressor(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Kinetic energy per inertial parameter, rotors apart: T = YT(q,v) p."""

    YT = kinetic_energy_regressor

    def potential_energy_regressor(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Potential energy of gravity per inertial parameter: U = YU(q) p."""

    YU = potential_energy_regressor

    def momentum_regressor(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Generalised momentum per inertial parameter, rotors apart: M v = Yh(q,v) p."""

    Yh = momentum_regressor

    def base_parameters(self, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Base parameters of the closed mechanism from the physical inertial parameters of the links: p_base = B(p)."""

    pb = base_parameters

    def identification_regressor(self, q: X, v: X, a: X, tau: X, slow: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Forces of the motors, or at the free joints where no motors are named, per parameter that measurements can identify (drives='viscous,coulomb,offset,rotor'): tau = Yi(q,v,a) p."""

    Yi = identification_regressor

    def identification_parameters(self, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Identifiable parameters from the physical ones: ten per body, and those of the drives: p = B p_physical."""

    def theta(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Dependent positions in closed form: h(q, theta) = 0."""

    def closure_residual(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """How far the loops and couplings are from being closed: h(q, theta)."""

    residual = closure_residual

    def closure_jacobian(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """Derivatives of the closure along free and along dependent rates: dh/dt = Jq v + Jtheta dtheta/dt."""

    def closure_step(self, q: X, direction: X, damping: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """A damped step towards closure, the next Newton direction, and the largest error of the closure: theta + damping direction;  -Jtheta^-1 h;  max |h|."""

    def closure_solution(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Dependent positions by Newton's method from a guess: h(q, theta) = 0."""

    def projection_matrix(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """All rates of the tree per rate of a free joint: v_tree = W(q) v."""

    def dependent_velocities(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Rates of the dependent joints: dtheta/dt = -Jtheta^-1 Jq v."""

    def dependent_accelerations(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Accelerations of the dependent joints: d2theta/dt2 = -Jtheta^-1 (Jq a + dJ/dt v_tree)."""

    def forward_kinematics(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Pose of every frame (or of one: frame=...) as a homogeneous matrix: X_world_frame(q)."""

    pose = forward_kinematics
    fk = forward_kinematics

    def pose_quaternion(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Position and quaternion (x y z w) of every frame (or of one: frame=...); the quaternion's sign is continuous in q: (p; quaternion)(q)."""

    def joint_transforms(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Per moving joint, its child in the body that the joint before it moves, as a homogeneous matrix: X_parent_child(q)."""

    def jacobian(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Geometric Jacobian of a frame, rows linear then angular: (velocity; angular velocity) = J(q) v,  J = J_tree W."""

    J = jacobian

    def jacobian_world(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Spatial Jacobian: velocity of the frame's body at the world's origin, in world axes, rows linear then angular: twist at the world's origin = Jw(q) v."""

    def jacobian_body(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Body Jacobian: velocity of the frame in its own axes, rows linear then angular: twist in the frame's axes = Jb(q) v."""

    def jacobian_rate(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the geometric Jacobian: dJ/dt(q, v)."""

    dJ = jacobian_rate

    def jacobian_rate2(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the geometric Jacobian, world aligned at the frame's origin: d2J/dt2(q, v, a)."""

    ddJ = jacobian_rate2

    def analytic_jacobian(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Jacobian of position and orientation numbers (XYZ Euler angles or quaternion): d(p, phi)/dt = JA(q) v."""

    JA = analytic_jacobian

    def analytic_jacobian_quaternion(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Jacobian of position and quaternion (x y z w): of pose_quaternion, sign included: d(p, quaternion)/dt = JQ(q) v."""

    def analytic_jacobian_rate(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the analytic Jacobian: dJA/dt(q, v)."""

    def twist(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Velocity of a frame's origin and angular velocity, in world axes: twist = J(q) v."""

    def frame_acceleration(self, q: X, v: X, a: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Time derivative of the twist: classical and angular acceleration of a frame, in world axes: dtwist/dt = J(q) a + dJ/dt v."""

    def frame_jerk(self, q: X, v: X, a: X, j: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Second time derivative of the twist: jerk of a frame's origin and angular jerk, in world axes: d2twist/dt2 = J(q) j + 2 dJ/dt a + d2J/dt2 v."""

    def inverse_kinematics(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Coordinates of the joints with motors (joints='all': of all joints of the legs) at a pose of the platform: h(x, legs) = 0."""

    ik = inverse_kinematics

    def inverse_kinematics_rates(self, q: X, twist: X, acceleration: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Arrays:
        """Rates and accelerations of the joints at which a frame has a twist and its time derivative (what the mask asks of them); the least where joints are to spare, the least error where there are too few: v = J^+ twist;  a = J^+ (acceleration - dJ/dt v)."""

    def jacobian_condition(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Condition of the Jacobian of a frame (the rows that the mask asks for) by Frobenius' norm: at least the condition number of the singular values, at most that times the smaller of its sizes: |J| |J^+|."""

    def inverse_jacobian(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Rates of the joints with motors per rate of the platform's coordinates (velocities='twist': per its velocity and angular velocity in the base's axes): dq_motors = Jinv(q) v."""

    Jinv = inverse_jacobian

    def platform_inverse_dynamics(self, q: X, v: X, a: X, wrench: X = ..., parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment about the platform's origin, in the base's axes, that make a platform of six coordinates move with accelerations a of these: W = H^-T tau,  H: rates of the coordinates -> velocity and angular velocity."""

    def platform_mass_matrix(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment about the platform's origin, in the base's axes, per acceleration of the platform's six coordinates (not symmetric): H^-T M(q)."""

    def platform_coriolis_vector(self, q: X, v: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment about the platform's origin, in the base's axes, of Coriolis and centrifugal forces: H^-T C(q,v) v."""

    def platform_gravity(self, q: X, parameters: X = ..., *, theta: X = ..., **options: Any) -> Array:
        """Force and moment about the platform's origin, in the base's axes, that hold platform and legs still against gravity: H^-T g(q)."""


class LagrangianMethods:
    """Functions of a Lagrangian on a manifold."""

    def accelerations(self, q: X, v: X, *more: X, **options: Any) -> Any:
        """Accelerations of a state under given inputs, and the multipliers of constraints: M(q) a = f(q, v, inputs) + C' lambda."""

    forward_dynamics = accelerations
    aba = accelerations

    def equations_of_motion(self, q: X, v: X, a: X, *more: X, **options: Any) -> Any:
        """Left side less right side of the equations of motion, zero along a motion: d/dt dL/dv - dL/dq - inputs = 0."""

    residual = equations_of_motion
    equations = equations_of_motion

    def inverse_dynamics(self, q: X, v: X, a: X, **options: Any) -> Any:
        """Force, turning moment of a unit vector and body moment of a rotation that make given accelerations: tau = M(q) a + h(q, v)."""

    rnea = inverse_dynamics
    tau = inverse_dynamics

    def mass_matrix(self, q: X, **options: Any) -> Any:
        """Mass matrix: T = v' M v / 2."""

    M = mass_matrix
    crba = mass_matrix

    def kinetic_energy(self, q: X, v: X, **options: Any) -> Any:
        """Kinetic energy: T = v' M v / 2."""

    T = kinetic_energy

    def potential_energy(self, q: X, **options: Any) -> Any:
        """Potential energy: minus L at rest: U = -L(q, 0)."""

    U = potential_energy

    def energy(self, q: X, v: X, **options: Any) -> Any:
        """Energy, kept without inputs and dissipation: E = p v - L."""

    E = energy

    def lagrangian(self, q: X, v: X, **options: Any) -> Any:
        """Lagrangian: L = T - U."""

    L = lagrangian

    def momentum(self, q: X, v: X, **options: Any) -> Any:
        """Momenta: dL/d(dx), q x dL/d(dq), dL/dOmega: p = dL/dv."""

    p = momentum

    def conserved_quantities(self, q: X, v: X, **options: Any) -> Any:
        """Momenta along the symmetries that the file names: p times the symmetry's motion."""

    momentum_map = conserved_quantities

    def power(self, q: X, v: X, *more: X, **options: Any) -> Any:
        """Power of the inputs and of constraints that move by themselves, less what dissipation takes: dE/dt = P."""

    def linearisation(self, q: X, v: X, *more: X, **options: Any) -> Arrays:
        """Change of small deviations: delta x, xi (delta q = xi x q), eta (delta R = R hat(eta)), then those of v: d(chi, dv)/dt = A (chi, dv) + B dinputs."""

    linearization = linearisation

    def hamiltonian(self, q: X, p: X, **options: Any) -> Any:
        """Hamiltonian by the Legendre transform: H = p v - L."""

    H = hamiltonian

    def hamilton_equations(self, q: X, p: X, *more: X, **options: Any) -> Arrays:
        """Velocities and rates of the momenta: v = dH/dp, dp/dt = -dH/dq + inputs."""

    def multipliers(self, q: X, v: X, *more: X, **options: Any) -> Any:
        """Forces of the constraints: M a = f + C' lambda, d(C v)/dt = 0."""

    def constraints(self, q: X, v: X, **options: Any) -> Arrays:
        """What the constraints keep at zero: C(q) v = 0."""

    def rkmk_step(self, q: X, v: X, *more: X, **options: Any) -> Arrays:
        """The state after a step of time h with held inputs: Runge-Kutta-Munthe-Kaas of order 4: v' = a(q, v, inputs)."""

    def variational_newton(self, q: X, p: X, *more: X, **options: Any) -> Arrays:
        """One step of Newton's method for the variational step theta: p = -D1 Ld(q, q') - h/2 F."""

    def variational_end(self, q: X, p: X, *more: X, **options: Any) -> Arrays:
        """The state at the end of the variational step theta: p' = D2 Ld(q, q') + h/2 F."""
