! Regions with names of Fortran's: filled up with blanks.
program regions
  use hpcast
  implicit none
  character(len=20) :: name
  integer :: i
  name = 'step'
  call hpcast_region_begin('solve')
  do i = 1, 2
    call hpcast_region_begin(name)
    call hpcast_region_end('step')
  end do
  call hpcast_region_end('solve')
end program regions
