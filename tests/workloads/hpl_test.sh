#!/bin/bash
# Does workloads/hpl solve its equations on every grid, by every broadcast and way to swap rows?
#   hpl_test.sh BUILD_TREE native MPIRUN    in processes
#   hpl_test.sh BUILD_TREE smpi             in SimGrid's smpirun
set -u
native=$1/workloads/native
case $2 in
  native)
    program=$3 solver=$native/hpl words=(--oversubscribe)
    sizes=('101 8') grids=('2 3') # mpirun takes a second to begin
    ;;
  smpi)
    program=smpirun solver=$native/hpl-smpi words=(-platform platform.xml -hostfile hosts)
    sizes=('101 8' '30 64' '120 16' '1 1') grids=('1 1' '2 2' '1 3' '2 3')
    ;;
esac
[ -x "$solver" ] || { echo "skipped: ${solver##*/} was not built, for want of its MPI"; exit 77; }
. "$(dirname "$0")/workload.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1

printf 'n%s\n' 0 1 2 3 4 5 >hosts
cat >platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="c" prefix="n" suffix="" radical="0-5" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
END

# ranks STATUS N ARGUMENT...
ranks() {
  local expected=$1 number=$2
  shift 2
  run "$expected" "${words[@]}" -np "$number" "$solver" "$@"
}

# Blocks that do and do not divide the matrix; one that holds all of it; fewer blocks than ranks.
for grid in "${grids[@]}"; do
  for size in "${sizes[@]}"; do
    for broadcast in ring tree; do
      for swap in exchange gather; do
        # shellcheck disable=SC2086  # words
        ranks 0 $((${grid% *} * ${grid#* })) $size $grid $broadcast $swap
        grep -q ' GFLOP/s, .* in all, right$' output || die "$size $grid $broadcast $swap: not right"
      done
    done
  done
done
ranks 0 1 100 16 1 1 unchecked
grep -q 'right' output && die 'unchecked, yet it says that it is right'

for arguments in '' '100 16 1' '100 16 1 2' '100 0 1 1' '100 16 1 x' '100 16 1 1 star'; do
  # shellcheck disable=SC2086  # words
  ranks 2 1 $arguments
done
