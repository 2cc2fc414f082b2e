!> Tiny arm: equations of motion, Fortran 2008
!> Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
!>
!> Conventions
!>   M(q) a = tau
!>   angles in radians */ """ % \end{document}
!>
!> Parameters
!>   m1       1.5   kg  mass of the upper link
!>   L_upper  0.25  m
!>
!> Functions
!>   mass_matrix  M(q) a = tau
!>
!> Matrices are true matrices, M(i, j); a stack of poses is T(k, i, j). No allocation, no state, no I/O: procedures are
!> pure and may be called from several threads. Inputs that are no finite numbers end the program with a message, unless
!> check_inputs in linkwright_math.f90 is .false. (`make CHECK=off`); the checks then cost nothing.
module Tiny_arm
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use linkwright_math, only: check_inputs, require_finite, linkwright_sincos, linkwright_infinity
    implicit none
    private
    public :: mass_matrix

    !> length of q
    integer, parameter, public :: nq = 2
    !> joints in the order of q
    character(len=11), parameter, public :: joint_names(2) = [character(len=11) :: &
        "upper ""arm""", "it's \ α" &
    ]
    !> lower limits of q
    real(dp), parameter, public :: lower_position_limit(nq) = [real(dp) :: -0.5_dp, -linkwright_infinity]

    !> physical parameters: default values, and the place of each
    real(dp), parameter, public :: default_parameters(2) = [real(dp) :: &
        1.5_dp, 0.25_dp]
    integer, parameter, public :: parameters_m1 = 1
    integer, parameter, public :: parameters_L_upper = 2

contains

    !> Mass matrix of a small arm
    !>
    !>   M(q) a = tau
    !>
    !> in   q  [2]  (rad)  joint positions
    !> in   parameters  [2]  physical parameters
    !>      may be left out: 2 default values
    !> out  M  [2x2]
    !> out  h  [scalar]
    !>
    !> Operations: add 1 mul 4 neg 1 sin 1 cos 1
    !> Reference: Featherstone 2008, table 6.2
    pure subroutine mass_matrix(q, M, h, parameters)
        real(dp), intent(in) :: q(2)
        real(dp), intent(out) :: M(2, 2)
        real(dp), intent(out) :: h
        real(dp), intent(in), optional :: parameters(2)
        real(dp) :: parameters_used(2)
        real(dp) :: sine(0:1)
        real(dp) :: cosine(0:1)
        real(dp) :: t1

        parameters_used = default_parameters
        if (present(parameters)) parameters_used = parameters
        if (check_inputs) then
            call require_finite("mass_matrix", "q", 2, q)
            call require_finite("mass_matrix", "parameters", 2, parameters_used)
        end if
        call linkwright_sincos(2, q(1), sine(0), cosine(0))
        t1 = parameters_used(1) * parameters_used(2) * cosine(1)
        M(1, 2) = t1
        M(2, 1) = t1
        M(1, 1) = 2.0_dp * t1 + parameters_used(1)
        h = -((-0.5_dp) * sine(1))
        M(2, 2) = parameters_used(1)
    end subroutine mass_matrix

end module Tiny_arm
