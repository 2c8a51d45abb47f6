! A ring from Fortran, with what its wrappers translate: handles, statuses, indices, MPI_IN_PLACE.
program fortran_mpif
  use hpcast_record
  implicit none
  include 'mpif.h'
  include 'fortran_ring.inc'
end program
