! For a program that calls hpcast_phase and is compiled without hpcast-fortran: they do nothing.
subroutine hpcast_phase(name)
  implicit none
  character(len=*), intent(in) :: name
  if (len(name) < 0) stop
end subroutine hpcast_phase

subroutine hpcast_read(where, bytes)
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  type(*), dimension(*), intent(in) :: where
  integer(int64), intent(in) :: bytes
  if (bytes < 0) stop
end subroutine hpcast_read

subroutine hpcast_write(where, bytes)
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  type(*), dimension(*), intent(inout) :: where
  integer(int64), intent(in) :: bytes
  if (bytes < 0) stop
end subroutine hpcast_write
