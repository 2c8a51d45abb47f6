#!/bin/bash
# Do the MPI programs of workloads/mpi find what is right, and refuse what they cannot do?
#   mpi_test.sh BUILD_TREE MPIRUN
set -u
native=$1/workloads/native
program=$2
[ -x "$native/cg-mpi" ] || { echo 'skipped: they were not built, for want of an MPI'; exit 77; }
. "$(dirname "$0")/workload.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1

# ranks STATUS N NAME ARGUMENT...
ranks() {
  local expected=$1 number=$2 name=$3
  shift 3
  run "$expected" --oversubscribe -np "$number" "$native/$name-mpi" "$@"
  [ "$expected" -ne 0 ] || grep -q ', right$' output || die "$name $*: not right"
}

ranks 0 1 cg 1 1
ranks 0 3 cg 40 30
ranks 0 2 cg 20 1000
ranks 0 1 fft 64 2
ranks 0 4 fft 128 3
ranks 0 2 fft 2 1
ranks 0 1 halo2d 10 20 1 1 5
ranks 0 6 halo2d 41 67 2 3 40
ranks 0 4 halo2d 4 1 4 1 3
for arguments in '' '10' '0 5' 'x 5' '20001 1'; do ranks 2 1 cg $arguments; done
for arguments in '' '6 1' '32768 1'; do ranks 2 1 fft $arguments; done
ranks 2 3 fft 64 1
for arguments in '' '9 9 1 2 1' '9 9 1 1 0'; do ranks 2 1 halo2d $arguments; done
ranks 2 2 halo2d 9 1 1 2 1
