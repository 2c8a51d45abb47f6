! include 'hpcast_f.h' in a declaration part, or use the module hpcast (hpcast.f90).
! Outside hpcast-fortran, add hpcast_without_tracer.c to the program.
interface
  ! The whole process is in phase `name` from here on.
  subroutine hpcast_phase(name)
    character(len=*), intent(in) :: name
  end subroutine hpcast_phase
  ! The calling thread is in region `name` until the end of the same name.
  subroutine hpcast_region_begin(name)
    character(len=*), intent(in) :: name
  end subroutine hpcast_region_begin
  subroutine hpcast_region_end(name)
    character(len=*), intent(in) :: name
  end subroutine hpcast_region_end
  ! Accesses that the instrumentation cannot see: `bytes` bytes from `where` on.
  subroutine hpcast_read(where, bytes)
    use, intrinsic :: iso_fortran_env, only: int64
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: where
    type(*), dimension(*), intent(in) :: where
    integer(int64), intent(in) :: bytes
  end subroutine hpcast_read
  subroutine hpcast_write(where, bytes)
    use, intrinsic :: iso_fortran_env, only: int64
    !GCC$ ATTRIBUTES NO_ARG_CHECK :: where
    type(*), dimension(*), intent(inout) :: where
    integer(int64), intent(in) :: bytes
  end subroutine hpcast_write
end interface
