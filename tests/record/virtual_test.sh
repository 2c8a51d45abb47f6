#!/bin/bash
# Tests of hpcast record --virtual-ranks: ranks that SimGrid's SMPI has in one process.
#   virtual_test.sh BUILD_TREE CASE MPIRUN
. "$(dirname "$0")/../online/common.sh"
mpirun=$3
programs=$build/tests/record/programs-smpi
counts=$build/tests/record/profile_counts
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1

# counted P: what the profile holds but for times.
counted() { "$counts" "$1" | grep -v '^compute'; }
compute() { "$counts" P | awk -v rank="$1" '$1 == "compute" && $2 == rank { print $3 }'; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || die "$4: $1, not between $2 and $3"; }

case $case in
  same_messages)
    # As the same program's, recorded as processes.
    hpl=$build/workloads/native/hpl problem='300 32 2 2 ring exchange'
    [ -x "$hpl-smpi" ] || exit 77
    run 0 hpcast record -o P --virtual-ranks 4 -- "$hpl-smpi" $problem
    run 0 hpcast record -o Q -- "$mpirun" --oversubscribe -np 4 "$hpl" $problem
    counted P >virtual
    counted Q >real
    diff real virtual >&2 || die "other messages"
    ;;
  virtual_clock)
    # What is added is in the profile, and in what the program's own clock says.
    run 0 hpcast record -o P --virtual-ranks 2 -- "$programs/virtual" 3
    said '^rank 1 took [34]\.' output
    between "$(compute 0)" 3000 3500 "virtual time of rank 0"
    between "$(compute 1)" 3000 3500 "virtual time of rank 1"
    ;;
  work)
    # What others compute meanwhile is not a rank's own.
    run 0 hpcast record -o P --virtual-ranks 1 -- "$programs/virtual" 0 100000000
    alone=$(compute 0)
    run 0 hpcast record -o P --virtual-ranks 8 -- "$programs/virtual" 0 100000000
    for rank in 0 1 2 3 4 5 6 7; do
      between "$(compute $rank)" $((alone / 2)) $((alone * 3)) "rank $rank"
    done
    ;;
  many)
    # More than a process may have files open, unless it asks for more.
    ulimit -Sn 256
    run 0 hpcast record -o P --virtual-ranks 600 -- "$programs/virtual" 1e-3
    said 'recorded 600 ranks' output
    run 0 hpcast network infiniband-switch P
    (
      ulimit -Hn 300
      run 2 hpcast record -o Q --virtual-ranks 600 -- "$programs/virtual" 1
      said 'open files' errors
    ) || exit 1
    ;;
  wildcards)
    run 0 hpcast record -o P --virtual-ranks 3 -- "$programs/wildcards"
    counted P | grep -qx 'wildcards 2' || die "they are not as posted"
    run 0 hpcast network infiniband-switch P --wildcards recorded
    ;;
  languages)
    for program in plain fortran_mpi; do
      [ -x "$programs/$program" ] || continue
      run 0 hpcast record -o P --virtual-ranks 4 -- "$programs/$program"
      run 0 hpcast network infiniband-switch P
      rm -r P
    done
    ;;
  unsupported)
    # SMPI ends a program that calls what it does not have. What was before is a profile.
    hpcast record -o P --virtual-ranks 4 -- "$programs/collectives" >output 2>errors
    [ $? -ne 0 ] || die "SMPI has it now: another program is needed here"
    said 'the profile is partial' errors
    run 0 hpcast network infiniband-switch P
    said '^of a partial profile: ' output
    said 'Partial profile: ' output
    ;;
  ending)
    # SimGrid says 0 where ranks end too early.
    run 0 hpcast record -o P --virtual-ranks 3 -- "$programs/ending"
    run 1 hpcast record -o P --virtual-ranks 3 -- "$programs/ending" abort
    said 'the profile is partial' errors
    ;;
  interrupted_late)
    # When the program has ended, and its profile is being written.
    export LD_PRELOAD=$build/tests/record/libsignal_at_write.so
    run 0 hpcast record -o P --virtual-ranks 4 -- "$programs/virtual" 0
    unset LD_PRELOAD
    [ -e signalled ] || die 'it was not told to end'
    said 'recorded 4 ranks' output
    nothing_left_but 'P|signalled'
    ;;
  refused)
    run 2 hpcast record -o P --virtual-ranks 4 -- true
    said 'smpicc' errors
    run 2 hpcast record -o P --virtual-ranks 4 -- ./none
    run 2 hpcast record -o P -- "$mpirun" -np 2 "$programs/virtual" 1
    said '--virtual-ranks N' errors
    run 2 hpcast record -o P --virtual-ranks 0 -- "$programs/virtual"
    nothing_left_but 'output|errors'
    ;;
  *) die "there is no case $case" ;;
esac
