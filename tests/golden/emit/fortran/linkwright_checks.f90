!> Written by Linkwright 1.0: runs the checks of a generated test program, which are a table.
module linkwright_checks
    use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
    use linkwright_math, only: linkwright_nan
    implicit none
    private
    public :: run_checks

    !> Rows first to behind - 1, then the sum of so many elements is judged.
    type, public :: check_case
        integer :: first, behind, elements
        real(dp) :: tolerance, least
        character(80) :: title
    end type check_case

    abstract interface
        !> Calls a procedure, whose inputs and outputs begin at those places in memory, counted from 0; -1: left out.
        subroutine caller(function, memory, at)
            import :: dp
            integer, intent(in) :: function, at(0:*)
            real(dp), intent(inout) :: memory(0:*)
        end subroutine caller
    end interface

contains

    !> A line for each check, a summary; the program ends in an error where one fails.
    !> memory: numbers of which so many are given; behind them is what a check computes. Matrices are in it row by row.
    !> rows: steps, each what to do and six numbers.
    subroutine run_checks(robot, memory, given, call_function, arguments, rows, cases)
        character(*), intent(in) :: robot
        real(dp), intent(inout) :: memory(0:)
        integer, intent(in) :: given, arguments(0:*), rows(0:6, 0:*)
        procedure(caller) :: call_function
        type(check_case), intent(in) :: cases(:)
        character(10) :: largest_text
        real(dp) :: error, largest
        logical :: ok
        integer :: k, passed

        write (output_unit, "(a)") robot
        largest = 0.0_dp
        passed = 0
        do k = 1, size(cases)
            memory(given:) = linkwright_nan
            error = relative_error(memory, call_function, arguments, rows, cases(k))
            ok = error <= cases(k)%tolerance
            if (ok) passed = passed + 1
            largest = max(largest, error)
            write (output_unit, "(2x, a6, 1x, es10.2e3, 2x, a)") merge("ok    ", "FAILED", ok), error, trim(cases(k)%title)
        end do
        write (largest_text, "(es10.2e3)") largest
        write (output_unit, "(i0, a, i0, a, a)") size(cases), " checks, ", passed, &
            " passed, max relative error ", trim(adjustl(largest_text))
        if (passed /= size(cases)) error stop
    end subroutine run_checks

    !> Largest element of the sum of the terms, relative to the largest element of the terms; huge for what is no number.
    real(dp) function relative_error(memory, call_function, arguments, rows, judged)
        real(dp), intent(inout) :: memory(0:*)
        procedure(caller) :: call_function
        integer, intent(in) :: arguments(0:*), rows(0:6, 0:*)
        type(check_case), intent(in) :: judged
        real(dp) :: total(judged%elements), term(judged%elements), scale
        integer :: k, row(0:6)

        total = 0.0_dp
        scale = judged%least
        do k = judged%first, judged%behind - 1
            row = rows(:, k)
            select case (row(0))
            case (0)
                call call_function(row(1), memory, arguments(row(2)))
            case (1)
                call turn(memory(row(1)), memory(row(2)), row(3), row(4))
            case (2)
                call multiply(memory(row(1)), memory(row(2)), memory(row(3)), row(4), row(5), row(6))
            case (3)
                term = memory(row(1)) * memory(row(2):row(2) + judged%elements - 1)
                total = total + term
                scale = max(scale, maxval([0.0_dp, abs(term)]))
            case (4)
                call absent(row(3), memory(row(1)), memory(row(2)))
            end select
        end do
        relative_error = huge(scale)
        if (all(abs(total) <= huge(scale))) relative_error = maxval([0.0_dp, abs(total)]) / scale  ! false for NaN
    end function relative_error

    !> Matrices are flat here, row by row: column by column they are each other's transposes.
    subroutine turn(x, y, rows, columns)
        integer, intent(in) :: rows, columns
        real(dp), intent(in) :: x(columns, rows)
        real(dp), intent(out) :: y(rows, columns)

        y = transpose(x)
    end subroutine turn

    !> z = x y, of matrices that are flat row by row: read column by column, z' = y' x'.
    subroutine multiply(x, y, z, rows, inner, columns)
        integer, intent(in) :: rows, inner, columns
        real(dp), intent(in) :: x(inner, rows), y(columns, inner)
        real(dp), intent(out) :: z(columns, rows)

        z = matmul(y, x)
    end subroutine multiply

    !> Where mask is 1, x must be NaN, which does not compare.
    subroutine absent(n, x, mask)
        integer, intent(in) :: n
        real(dp), intent(inout) :: x(n)
        real(dp), intent(in) :: mask(n)

        where (mask > 0.0_dp) x = merge(huge(x), 0.0_dp, abs(x) >= 0.0_dp)
    end subroutine absent

end module linkwright_checks
