! Derived types, complex numbers, where, matmul, reductions, character operations. Prints results.
program corners
  implicit none
  type point
    real(8) :: at(3) = 0
    integer :: mark = 0
  end type
  type(point), allocatable :: points(:)
  complex(8) :: turned(64)
  real(8) :: a(20, 20), b(20, 20), c(20, 20)
  character(len=40) :: text
  integer :: i
  allocate(points(100))
  do i = 1, 100
    points(i)%at = [i * 1d0, i * 2d0, i * 3d0]
    points(i)%mark = mod(i, 7)
  end do
  where (points%mark == 3) points%mark = 30
  call random_seed()
  a = reshape([(i * 0.5d0, i = 1, 400)], [20, 20])
  b = transpose(a)
  c = matmul(a, b)
  !$omp parallel do
  do i = 1, 64
    turned(i) = cmplx(i, -i, 8) * (0d0, 1d0)**i
  end do
  write (text, '(a,i5)') 'sum ', sum(points%mark)
  print *, trim(text), sum(c), maxval(points%at(2)), sum(turned)
end program
