! What a Fortran program may tell `hpcast record` about its time. Compile this file with the
! program. In a plain run the subroutines do nothing; no library is needed.
module hpcast_record
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: hpcast_add_time, bsim_add_time

  interface
    function find(handle, symbol) bind(c, name='dlsym')
      import :: c_funptr, c_ptr, c_char
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: symbol(*)
      type(c_funptr) :: find
    end function
  end interface
  abstract interface
    subroutine adds(seconds) bind(c)
      import :: c_double
      real(c_double), value :: seconds
    end subroutine
  end interface

contains

  ! This rank computes for so many seconds more: of work that was left out, or would be done by
  ! another processor. Between MPI_Init and MPI_Finalize.
  subroutine hpcast_add_time(seconds)
    real(c_double), intent(in) :: seconds
    type(c_funptr) :: found
    procedure(adds), pointer :: add
    found = find(c_null_ptr, 'hpcast_add_time'//c_null_char)
    if (.not. c_associated(found)) return
    call c_f_procpointer(found, add)
    call add(seconds)
  end subroutine

  subroutine bsim_add_time(seconds)
    real(c_double), intent(in) :: seconds
    call hpcast_add_time(seconds)
  end subroutine
end module
