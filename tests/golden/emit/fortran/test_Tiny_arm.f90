!> Tiny arm: tests of the generated procedures against independent values
!> Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
module test_Tiny_arm_calls
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use Tiny_arm, only: mass_matrix
    implicit none

contains

    subroutine check_call(function, check_memory, check_at)
        integer, intent(in) :: function
        integer, intent(in) :: check_at(0:*)
        real(dp), intent(inout) :: check_memory(0:*)

        select case (function)
        case (0)
            call check_call_0(check_memory, check_at)
        end select
    end subroutine check_call

    subroutine check_call_0(check_memory, check_at)
        integer, intent(in) :: check_at(0:*)
        real(dp), intent(inout) :: check_memory(0:*)
        real(dp), allocatable :: given_1(:)
        real(dp) :: made_2(2, 2)

        if (check_at(1) >= 0) allocate (given_1, source=check_memory(check_at(1):check_at(1) + 1))
        call mass_matrix(check_memory(check_at(0):check_at(0) + 1), made_2, check_memory(check_at(3)), &
            parameters=given_1)
        check_memory(check_at(2):check_at(2) + 3) = reshape(reshape(made_2, [2, 2], order=[2, 1]), [4])
    end subroutine check_call_0

end module test_Tiny_arm_calls

program test_Tiny_arm
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use linkwright_checks, only: check_case, run_checks
    use test_Tiny_arm_calls, only: check_call
    implicit none
    real(dp) :: check_memory(0:15)
    integer :: check_arguments(0:7), check_rows(0:41)
    type(check_case) :: check_cases(2)
    data check_memory(0:10) / &
        0.5_dp, -0.25_dp, 1.5_dp, 0.25_dp, &
        2.2266843162829835_dp, 0.3633421581414918_dp, 0.3633421581414918_dp, 1.5_dp, &
        -0.12370197962726147_dp, 1.0_dp, -1.0_dp /
    data check_arguments(0:7) / &
        0, 2, 11, 15, 0, 2, 11, 15 /
    data check_rows(0:41) / &
        0, 0, 0, 0, 0, 0, 0, &
        3, 9, 11, 0, 0, 0, 0, &
        3, 10, 4, 0, 0, 0, 0, &
        0, 0, 4, 0, 0, 0, 0, &
        3, 9, 15, 0, 0, 0, 0, &
        3, 10, 8, 0, 0, 0, 0 /

    check_cases(1) = check_case(0, 3, 4, 1e-09_dp, 0.001_dp, &
        "M at a sample")
    check_cases(2) = check_case(3, 6, 1, 1e-09_dp, 0.001_dp, &
        "h at a sample")
    call run_checks( &
        "Tiny arm", &
        check_memory, 11, check_call, check_arguments, check_rows, check_cases)
end program test_Tiny_arm
