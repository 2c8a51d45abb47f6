! Constructs of OpenMP as Fortran has them.
program constructs
  implicit none
  integer :: i
  real :: a(10)
  !$omp parallel do
  do i = 1, 10
    a(i) = i
  end do
  !$omp end parallel do
  !$omp parallel
  !$omp workshare
  a = a + 1
  !$omp end workshare
  !$omp single
  a(3) = 1
  !$omp end single
  !$omp critical
  a(1) = a(1) + 1
  !$omp end critical
  !$omp end parallel
  print '(f5.1)', a(2)
end program constructs
