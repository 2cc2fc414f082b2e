!> Written by Linkwright: what generated Fortran procedures in single precision share.
module linkwright_math_single
    use, intrinsic :: iso_fortran_env, only: sp => real32, int32
    use linkwright_math, only: check_inputs
    implicit none
    private
    public :: require_finite, linkwright_min, linkwright_max, linkwright_sign, linkwright_select, linkwright_sincos
    public :: linkwright_only_if, check_inputs

    !> By their bits, so that no exception is raised.
    real(sp), parameter, public :: linkwright_nan = transfer(2143289344_int32, 1.0_sp)
    real(sp), parameter, public :: linkwright_infinity = transfer(2139095040_int32, 1.0_sp)

contains

    !> End the program with a message where an element of x is no finite number.
    pure subroutine require_finite(function, name, n, x)
        character(*), intent(in) :: function, name
        integer, intent(in) :: n
        real(sp), intent(in) :: x(n)
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
    elemental real(sp) function linkwright_min(a, b)
        real(sp), intent(in) :: a, b

        linkwright_min = merge(b, a, b < a)
    end function linkwright_min

    !> The larger of two; a where they do not compare.
    elemental real(sp) function linkwright_max(a, b)
        real(sp), intent(in) :: a, b

        linkwright_max = merge(b, a, b > a)
    end function linkwright_max

    !> -1, 0 or 1; NaN and -0 stay.
    elemental real(sp) function linkwright_sign(x)
        real(sp), intent(in) :: x

        linkwright_sign = merge(1.0_sp, merge(-1.0_sp, x, x < 0.0_sp), x > 0.0_sp)
    end function linkwright_sign

    !> yes where x > 0, else no.
    elemental real(sp) function linkwright_select(x, yes, no)
        real(sp), intent(in) :: x, yes, no

        linkwright_select = merge(yes, no, x > 0.0_sp)
    end function linkwright_select

    !> x where condition > 0, else NaN.
    elemental real(sp) function linkwright_only_if(condition, x)
        real(sp), intent(in) :: condition, x

        linkwright_only_if = merge(x, linkwright_nan, condition > 0.0_sp)
    end function linkwright_only_if

    !> Sines and cosines of n angles, each within 2 units in the last place. No branch depends on an angle, so the loop
    !> becomes vector code. Angles beyond 5000, infinities and NaN are left to the intrinsic functions.
    !> It relies on parentheses being kept (not so with -Ofast or -fno-protect-parens).
    pure subroutine linkwright_sincos(n, x, sine, cosine)
        integer, intent(in) :: n
        real(sp), intent(in) :: x(n)
        real(sp), intent(out) :: sine(n), cosine(n)
        real(sp) :: shifted, k, once, twice, y, z, z2, s, c, first, second
        integer(int32) :: quadrant, turned
        integer :: i

        do i = 1, n
            ! |x| = k pi/2 + y; pi/2 in four parts, of which the first three times k are exact, as is what `twice` rounds off
            shifted = abs(x(i)) * 0.63661975_sp + 12582912.0_sp
            k = shifted - 12582912.0_sp
            once = abs(x(i)) - k * 1.5708008_sp
            twice = once + k * 4.4535846e-06_sp
            y = (twice + (((once - twice) + k * 4.4535846e-06_sp) + k * 8.706138e-10_sp)) - k * 6.223372e-14_sp
            z = y * y
            z2 = z * z
            s = y + (y * z) * (((-0.16666667_sp) + z * 0.008333379_sp) + z2 * ((-0.00019853038_sp) + z * 2.8319803e-06_sp))
            c = (1.0_sp - 0.5_sp * z) + z2 * ((0.041666646_sp + z * (-0.0013887306_sp)) + z2 * 2.4431652e-05_sp)
            ! the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs
            quadrant = transfer(shifted, quadrant)
            first = merge(c, s, iand(quadrant, 1_int32) /= 0)
            second = merge(s, c, iand(quadrant, 1_int32) /= 0)
            turned = ieor(ishft(iand(quadrant, 2_int32), 30), ishft(ishft(transfer(x(i), quadrant), -31), 31))
            sine(i) = transfer(ieor(transfer(first, quadrant), turned), first)
            cosine(i) = transfer(ieor(transfer(second, quadrant), ishft(iand(quadrant + 1, 2_int32), 30)), second)
        end do
        if (all(abs(x) <= 5000.0_sp)) return  ! false for NaN
        do i = 1, n
            if (abs(x(i)) <= 5000.0_sp) cycle
            sine(i) = sin(x(i))
            cosine(i) = cos(x(i))
        end do
    end subroutine linkwright_sincos

end module linkwright_math_single
