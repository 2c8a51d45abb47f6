! A ring from Fortran, with what its wrappers translate: handles, statuses, indices, MPI_IN_PLACE.
program fortran_mpi
  use mpi
  use hpcast_record
  implicit none
  include 'fortran_ring.inc'
end program
