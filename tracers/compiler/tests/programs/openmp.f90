! Fortran with OpenMP: a parallel loop, a reduction, a critical section, phases.
program openmp
  use hpcast
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: n = 1000
  real(8) :: a(n), b(n), total
  integer :: i, entered
  b = 2
  total = 0
  entered = 0
  call hpcast_phase('work')
  !$omp parallel num_threads(3)
  !$omp do
  do i = 1, n
    a(i) = b(i) + i
  end do
  !$omp end do
  !$omp critical
  entered = entered + 1
  !$omp end critical
  !$omp do reduction(+: total)
  do i = 1, n
    total = total + a(i)
  end do
  !$omp end parallel
  call hpcast_phase('')
  call hpcast_read(b, 64_int64)
  print '(i0,1x,f10.1)', entered, total
end program openmp
