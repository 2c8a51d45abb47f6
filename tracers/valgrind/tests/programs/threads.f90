! Fortran with OpenMP and phases, compiled as it is.
program threads
  implicit none
  include 'hpcast_f.h'
  integer :: i
  real(8) :: sum
  sum = 0
  call hpcast_phase('work')
  !$omp parallel do reduction(+:sum) num_threads(3)
  do i = 1, 10000
    sum = sum + i * 2.0d0
  end do
  !$omp end parallel do
  call hpcast_phase('end')
  print *, sum
end program threads
