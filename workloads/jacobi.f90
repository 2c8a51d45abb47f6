! Jacobi's iteration for Laplace's equation on a square with zero boundary, in Fortran with OpenMP.
!
!   jacobi [POINTS_PER_SIDE [SWEEPS]]     (default 2000, 10)
!
! It starts from the lowest sine mode, which every sweep multiplies by cos(pi / (n + 1)) exactly.
! Its phases are init, jacobi and check.
program jacobi
  use, intrinsic :: iso_fortran_env, only: real64, int64, error_unit
  implicit none
  include 'hpcast_f.h'
  real(real64), parameter :: pi = 3.141592653589793_real64
  real(real64), allocatable :: u(:, :), next(:, :)
  real(real64) :: h, error, rate
  integer(int64) :: start, finish, ticks_per_second
  integer :: n, sweeps, i, j, sweep

  n = argument(1, 2000)
  sweeps = argument(2, 10)
  allocate (u(0:n + 1, 0:n + 1), next(0:n + 1, 0:n + 1))
  h = pi/(n + 1)

  call hpcast_phase('init')
  !$omp parallel do schedule(static) private(i)
  do j = 0, n + 1
    do i = 0, n + 1
      u(i, j) = 0
      next(i, j) = 0
      if (min(i, j) > 0 .and. max(i, j) <= n) u(i, j) = sin(i*h)*sin(j*h)
    end do
  end do

  call hpcast_phase('jacobi')
  call system_clock(start, ticks_per_second)
  do sweep = 1, sweeps
    if (mod(sweep, 2) == 1) then
      call relax(u, next)
    else
      call relax(next, u)
    end if
  end do
  call system_clock(finish)

  call hpcast_phase('check')
  if (mod(sweeps, 2) == 1) u = next
  error = 0
  do j = 1, n
    do i = 1, n
      error = max(error, abs(u(i, j) - cos(h)**sweeps*sin(i*h)*sin(j*h)))
    end do
  end do
  rate = 1e-6_real64*n*n*sweeps*ticks_per_second/max(finish - start, 1_int64)
  print '(a, i0, a, f0.1, a, es9.2)', 'jacobi: n = ', n, ', ', rate, &
    ' million points/s, largest error ', error
  if (error > 1e-12_real64) then
    write (error_unit, '(a)') 'jacobi: not the sine mode'
    stop 1
  end if

contains

  subroutine relax(from, to)
    real(real64), intent(in) :: from(0:, 0:)
    real(real64), intent(inout) :: to(0:, 0:)
    integer :: column, row
    !$omp parallel do schedule(static) private(row)
    do column = 1, n
      do row = 1, n
        to(row, column) = 0.25_real64*(from(row - 1, column) + from(row + 1, column) &
                                       + from(row, column - 1) + from(row, column + 1))
      end do
    end do
  end subroutine relax

  ! Command argument `position` as a positive number, `fallback` when it is not given.
  integer function argument(position, fallback)
    integer, intent(in) :: position, fallback
    character(len=32) :: text
    integer :: status
    argument = fallback
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=status) argument
    if (status == 0 .and. argument > 0) return
    write (error_unit, '(3a)') "jacobi: '", trim(text), "' is not a positive whole number"
    stop 2
  end function argument

end program jacobi
