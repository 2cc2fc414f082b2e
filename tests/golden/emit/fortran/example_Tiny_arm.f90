!> Tiny arm: an example
!> Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
!>
!> make example
program example
    use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
    use Tiny_arm, only: mass_matrix
    use Tiny_arm, only: default_parameters
    implicit none
    real(dp), parameter :: q_at(2) = [real(dp) :: &
        0.5_dp, -0.25_dp]
    real(dp) :: M(2, 2)
    real(dp) :: h
    real(dp) :: my_parameters(2)
    integer :: row

    call mass_matrix(q_at, M, h)
    write (output_unit, "(a)") "M"
    do row = 1, 2
        write (output_unit, "(*(es14.6))") M(row, :)
    end do
    write (output_unit, "(a)") "h"
    write (output_unit, "(*(es14.6))") h

    ! the same with parameters of one's own, here each 10 % larger
    my_parameters = 1.1_dp * default_parameters
    call mass_matrix(q_at, M, h, parameters=my_parameters)
    write (output_unit, "(a)") "M"
    do row = 1, 2
        write (output_unit, "(*(es14.6))") M(row, :)
    end do
    write (output_unit, "(a)") "h"
    write (output_unit, "(*(es14.6))") h
end program example
