!> Tiny arm: tests of the generated procedures against independent values
!> Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
program test_Tiny_arm
    use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
    use Tiny_arm, only: mass_matrix
    implicit none
    integer :: check_count = 0, check_passed = 0
    character(10) :: check_text
    real(dp) :: check_largest = 0.0_dp, check_scale, check_sum(4)
    real(dp), parameter :: data_0(2) = [real(dp) :: &
        0.5_dp, -0.25_dp]
    real(dp), parameter :: data_1(2) = [real(dp) :: &
        1.5_dp, 0.25_dp]
    real(dp), parameter :: data_2(4) = [real(dp) :: &
        2.2266843162829835_dp, 0.3633421581414918_dp, 0.3633421581414918_dp, 1.5_dp]
    real(dp), parameter :: data_3(1) = [real(dp) :: &
        -0.12370197962726147_dp]

    write (output_unit, "(a)") "Tiny arm"
    call case_0()
    call case_1()
    write (check_text, "(es10.2e3)") check_largest
    write (output_unit, "(i0, a, i0, a, a)") check_count, " checks, ", check_passed, &
        " passed, max relative error ", trim(adjustl(check_text))
    if (check_passed /= check_count) error stop

contains

    subroutine begin_check()
        check_sum = 0.0_dp
        check_scale = 0.0_dp
    end subroutine begin_check

    subroutine add_term(factor, n, x)
        real(dp), intent(in) :: factor
        integer, intent(in) :: n
        real(dp), intent(in) :: x(n)

        check_sum(:n) = check_sum(:n) + factor * x
        check_scale = max(check_scale, maxval([0.0_dp, abs(factor * x)]))
    end subroutine add_term

    subroutine end_check(title, n, tolerance, least)
        character(*), intent(in) :: title
        integer, intent(in) :: n
        real(dp), intent(in) :: tolerance, least
        real(dp) :: error
        logical :: ok

        error = huge(error)
        if (all(abs(check_sum(:n)) <= huge(error))) &  ! false for NaN
            error = maxval([0.0_dp, abs(check_sum(:n))]) / max(check_scale, least)
        ok = error <= tolerance
        check_count = check_count + 1
        if (ok) check_passed = check_passed + 1
        check_largest = max(check_largest, error)
        write (output_unit, "(2x, a6, 1x, es10.2e3, 2x, a)") merge("ok    ", "FAILED", ok), error, title
    end subroutine end_check

    subroutine case_0()
        real(dp) :: result_0(4)
        real(dp) :: result_1(1)
        real(dp) :: made_0(2, 2)
        real(dp) :: made_1

        call begin_check()
        call mass_matrix(data_0, made_0, made_1, parameters=data_1)
        result_0 = reshape(reshape(made_0, [2, 2], order=[2, 1]), [4])
        result_1 = [made_1]
        call add_term(1.0_dp, 4, result_0)
        call add_term(-1.0_dp, 4, data_2)
        call end_check( &
            "M at a sample", &
            4, 1e-09_dp, 0.001_dp)
    end subroutine case_0

    subroutine case_1()
        real(dp) :: result_0(4)
        real(dp) :: result_1(1)
        real(dp) :: made_0(2, 2)
        real(dp) :: made_1

        call begin_check()
        call mass_matrix(data_0, made_0, made_1, parameters=data_1)
        result_0 = reshape(reshape(made_0, [2, 2], order=[2, 1]), [4])
        result_1 = [made_1]
        call add_term(1.0_dp, 1, result_1)
        call add_term(-1.0_dp, 1, data_3)
        call end_check( &
            "h at a sample", &
            1, 1e-09_dp, 0.001_dp)
    end subroutine case_1

end program test_Tiny_arm
