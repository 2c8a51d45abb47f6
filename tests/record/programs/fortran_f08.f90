! A ring from Fortran, with what its wrappers translate: handles, statuses, indices, MPI_IN_PLACE.
program fortran_f08
  use mpi_f08
  use hpcast_record
  implicit none
  type(MPI_Status) :: status
  type(MPI_Request) :: requests(2)
  type(MPI_Comm) :: comm
  integer :: rank, ranks, next, before, i, error
  logical :: done
  double precision, asynchronous :: there(10), here(10)
  double precision :: total(10)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  there = rank
  do i = 1, 5
    call MPI_Irecv(here, 10, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(there, 10, MPI_DOUBLE_PRECISION, next, i, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    if (nint(here(1)) /= before) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  end do
  if (rank == 0) then
    call MPI_Send(there, 3, MPI_DOUBLE_PRECISION, 1, 9, MPI_COMM_WORLD, error)
  else if (rank == 1) then
    call MPI_Recv(here, 10, MPI_DOUBLE_PRECISION, 0, 9, MPI_COMM_WORLD, status, error)
  end if
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  total = 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 10, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
  call MPI_Comm_free(comm, error)
  if (nint(total(1)) /= ranks) call MPI_Abort(MPI_COMM_WORLD, 4, error)
  call MPI_Isend(there, 1, MPI_DOUBLE_PRECISION, next, 7, MPI_COMM_WORLD, requests(1), error)
  call MPI_Recv(here, 1, MPI_DOUBLE_PRECISION, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  done = .false.
  do while (.not. done)
    call MPI_Test(requests(1), done, status, error)
  end do
  call hpcast_add_time(2d0)
  call MPI_Finalize(error)
end program
