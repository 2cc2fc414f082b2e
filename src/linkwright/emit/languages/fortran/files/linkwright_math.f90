!> Written by Linkwright: what generated Fortran procedures share.
module linkwright_math
    use, intrinsic :: iso_fortran_env, only: dp => real64, int64
    implicit none
    private
    public :: require_finite, linkwright_min, linkwright_max, linkwright_sign, linkwright_select, linkwright_sincos
    public :: linkwright_only_if

    !> Whether procedures look at their inputs first. Where this is .false. the checks are not even compiled.
    logical, parameter, public :: check_inputs = .true.

    !> By their bits, so that no exception is raised.
    real(dp), parameter, public :: linkwright_nan = transfer(9221120237041090560_int64, 1.0_dp)
    real(dp), parameter, public :: linkwright_infinity = transfer(9218868437227405312_int64, 1.0_dp)

contains

    !> End the program with a message where an element of x is no finite number.
    pure subroutine require_finite(function, name, n, x)
        character(*), intent(in) :: function, name
        integer, intent(in) :: n
        real(dp), intent(in) :: x(n)
        character(12) :: place
        integer :: i

        if (all(abs(x) <= huge(x))) return  ! false for NaN
        do i = 1, n
            if (abs(x(i)) <= huge(x)) cycle
            write (place, "(i0)") i
            call refuse(function // ": element " // trim(place) // " of " // name // " is not a finite number")
        end do
    end subroutine require_finite

    !> A pure procedure must not stop (before Fortran 2018) or print; a format that is none does both, and is shown.
    pure subroutine refuse(message)
        character(*), intent(in) :: message
        character(1) :: nowhere

        write (nowhere, message) 0
    end subroutine refuse

    !> The smaller of two; a where they do not compare.
    elemental real(dp) function linkwright_min(a, b)
        real(dp), intent(in) :: a, b

        linkwright_min = merge(b, a, b < a)
    end function linkwright_min

    !> The larger of two; a where they do not compare.
    elemental real(dp) function linkwright_max(a, b)
        real(dp), intent(in) :: a, b

        linkwright_max = merge(b, a, b > a)
    end function linkwright_max

    !> -1, 0 or 1; NaN and -0 stay.
    elemental real(dp) function linkwright_sign(x)
        real(dp), intent(in) :: x

        linkwright_sign = merge(1.0_dp, merge(-1.0_dp, x, x < 0.0_dp), x > 0.0_dp)
    end function linkwright_sign

    !> yes where x > 0, else no.
    elemental real(dp) function linkwright_select(x, yes, no)
        real(dp), intent(in) :: x, yes, no

        linkwright_select = merge(yes, no, x > 0.0_dp)
    end function linkwright_select

    !> x where condition > 0, else NaN.
    elemental real(dp) function linkwright_only_if(condition, x)
        real(dp), intent(in) :: condition, x

        linkwright_only_if = merge(x, linkwright_nan, condition > 0.0_dp)
    end function linkwright_only_if

    !> Sines and cosines of n angles, each within 2 units in the last place. No branch depends on an angle, so the loop
    !> becomes vector code. Angles beyond 400000, infinities and NaN are left to the intrinsic functions.
    !> It relies on parentheses being kept (not so with -Ofast or -fno-protect-parens).
    pure subroutine linkwright_sincos(n, x, sine, cosine)
        integer, intent(in) :: n
        real(dp), intent(in) :: x(n)
        real(dp), intent(out) :: sine(n), cosine(n)
        real(dp) :: shifted, k, y, z, z2, s, c, first, second
        integer(int64) :: quadrant
        integer :: i

        do i = 1, n
            ! x = k pi/2 + y; pi/2 in three parts, of which the first two times k are exact
            shifted = x(i) * 0.6366197723675814_dp + 6755399441055744.0_dp
            k = shifted - 6755399441055744.0_dp
            y = ((x(i) - k * 1.5707963267923333_dp) - k * 2.5633441515839558e-12_dp) &
                - k * 1.0562999066987428e-23_dp
            z = y * y
            z2 = z * z
            s = y + (y * z) * (((-0.1666666666666663_dp) + z * 0.00833333333332184_dp) &
                + z2 * (((-0.00019841269829358178_dp) + z * 2.7557313538182667e-06_dp) &
                + z2 * ((-2.5050734291713603e-08_dp) + z * 1.5895424255961225e-10_dp)))
            c = (1.0_dp - 0.5_dp * z) + z2 * ((0.041666666666666595_dp + z * (-0.0013888888888873422_dp)) &
                + z2 * ((2.480158728908732e-05_dp + z * (-2.755731424937012e-07_dp)) &
                + z2 * (2.0875710631887434e-09_dp + z * (-1.1359056782364493e-11_dp))))
            ! the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs
            quadrant = transfer(shifted, quadrant)
            first = merge(c, s, iand(quadrant, 1_int64) /= 0)
            second = merge(s, c, iand(quadrant, 1_int64) /= 0)
            sine(i) = transfer(ieor(transfer(first, quadrant), ishft(iand(quadrant, 2_int64), 62)), first)
            cosine(i) = transfer(ieor(transfer(second, quadrant), ishft(iand(quadrant + 1, 2_int64), 62)), second)
        end do
        if (all(abs(x) <= 400000.0_dp)) return  ! false for NaN
        do i = 1, n
            if (abs(x(i)) <= 400000.0_dp) cycle
            sine(i) = sin(x(i))
            cosine(i) = cos(x(i))
        end do
    end subroutine linkwright_sincos

end module linkwright_math
