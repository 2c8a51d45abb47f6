#!/bin/bash
# Tests of hpcast record: what is in the profiles of programs that use MPI in every way.
#   record_test.sh BUILD_TREE CASE FAMILY MPIRUN
. "$(dirname "$0")/../online/common.sh"
family=$3 mpirun=$4
programs=$build/tests/record/programs-$family
counts=$build/tests/record/profile_counts
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1

# ranks N PROGRAM ARGUMENT...: the command, in the array `command`.
ranks() {
  local number=$1 program=$2
  shift 2
  command=("$mpirun" -np "$number")
  [ "$family" != openmpi ] || command+=(--oversubscribe)
  command+=("$programs/$program" "$@")
}
# record STATUS N PROGRAM ARGUMENT...: its profile in P, what that holds in the file counts.
record() {
  local expected_status=$1
  shift
  [ -x "$programs/$2" ] || exit 77
  ranks "$@"
  run "$expected_status" hpcast record -o P $options -- "${command[@]}"
  cp output verdict
  [ ! -s errors ] || cp errors said
  "$counts" P >counts || die "the profile cannot be read"
}
options=
# A forecast must come of it, and other tools must be able to read it.
usable() {
  run 0 hpcast network k-computer P
  otf2-print P/traces.otf2 >printed 2>&1 || die "otf2-print does not take it"
}
# has LINE...: lines of the file counts.
has() {
  local line
  for line in "$@"; do
    grep -qxE -- "$line" counts || { cat counts >&2; die "no '$line' in the profile"; }
  done
}
has_not() { ! grep -qE -- "$1" counts || { cat counts >&2; die "'$1' is in the profile"; }; }
# compute RANK: its milliseconds.
compute() { awk -v rank="$1" '$1 == "compute" && $2 == rank { print $3 }' counts; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || die "$4: $1, not between $2 and $3"; }

case $case in
  wildcards)
    # Its times are those of the messages as they were matched, whatever else could be.
    record 0 3 wildcards
    has 'call MPI_Recv receive 4 16' 'wildcards 2'
    otf2-print P/traces.otf2 | grep -q 'MPI_RECV.*Sender: 2' || die "not as it was matched"
    grep -q 'had no other side when the program ended.*: 1' said verdict ||
      die "nothing tells of the message that nobody received"
    # On a network, the header of rank 1 comes first, and then the receives do not fit.
    run 2 hpcast network infiniband-switch P
    grep -q -e '--wildcards recorded' errors || die "no way out is told"
    run 0 hpcast network infiniband-switch P --wildcards recorded
    ;;
  messages)
    record 0 3 messages
    has 'call MPI_Send send 2 8' 'call MPI_Ssend send 1 16' 'call MPI_Bsend send 1 24' \
      'call MPI_Recv receive 13 216' 'call MPI_Sendrecv isend 6 288' \
      'call MPI_Sendrecv ireceive 6 288' 'call MPI_Sendrecv wait 6 12' \
      'call MPI_Sendrecv_replace isend 3 96' 'call MPI_Isend isend 30 432' \
      'call MPI_Issend isend 3 24' 'call MPI_Ibsend isend 3 24' 'call MPI_Irecv ireceive 21 168' \
      'call MPI_Startall isend 9 144' 'call MPI_Startall ireceive 9 144' \
      'call MPI_Start isend 3 48' 'call MPI_Start ireceive 3 48' 'call MPI_Probe probe 3 0' \
      'call MPI_Iprobe probe 3 0' 'call MPI_Mprobe probe 3 0' 'call MPI_Improbe probe 3 0' \
      'call MPI_Mrecv receive 3 72' 'call MPI_Imrecv ireceive 3 72' 'call MPI_Testall wait 3 6' \
      'call MPI_Waitany wait 3 3' 'wildcards 6'
    usable
    ;;
  collectives)
    record 0 4 collectives
    for i in '' i; do
      name=MPI_; [ -z $i ] || name=MPI_I
      word() { local word=$1; [ -n "$i" ] || word=${word^}; echo "call $name$word $i$1"; }
      has "$(word barrier) 4 0" "$(word bcast) 4 160" "$(word reduce) 4 160" \
        "$(word allreduce) .*" "$(word scan) 4 160" "$(word exscan) 4 160" \
        "$(word reduce_scatter_block) 4 32" "$(word reduce_scatter) 4 40" "$(word gather) 4 32" \
        "$(word scatter) 4 32" "$(word gatherv) 4 40" "$(word scatterv) 4 40" \
        "$(word allgatherv) 4 40" "$(word alltoall) 4 32"
    done
    has 'call MPI_Allreduce allreduce 4 160' 'call MPI_Allgather allgather 8 64' \
      'call MPI_Alltoallv alltoallv 4 .*' 'call MPI_Ialltoallw ialltoallv 4 .*' \
      'call MPI_Neighbor_allgather neighbor 4 48' 'call MPI_Neighbor_allgatherv neighbor 4 24' \
      'call MPI_Neighbor_alltoall neighbor 4 48' 'call MPI_Neighbor_alltoallv neighbor 4 24' \
      'call MPI_Neighbor_alltoallw neighbor 4 24' 'call MPI_Ineighbor_allgather ineighbor 4 48' \
      'call MPI_Ineighbor_alltoallv ineighbor 4 24' 'call MPI_Wait wait 76 76'
    usable
    ;;
  communicators)
    record 0 4 communicators
    has 'communicator MPI_COMM_WORLD 0 1 2 3' 'communicator MPI_COMM_SELF 2' \
      'communicator MPI_Comm_split 2 0' 'communicator MPI_Comm_split 3 1' \
      'communicator MPI_Comm_dup 2 0' 'communicator MPI_Comm_split 1 2 3' \
      'communicator MPI_Comm_split_type 0 1 2 3' 'communicator MPI_Comm_idup 0 1 2 3' \
      'communicator MPI_Comm_create 0 1' 'communicator MPI_Comm_create_group 0 1' \
      'communicator MPI_Cart_create 0 1 2 3' 'communicator MPI_Cart_sub 2 3' \
      'communicator MPI_Graph_create 0 1 2 3' \
      'communicator MPI_Dist_graph_create_adjacent 0 1 2 3' \
      'call MPI_Neighbor_allgather neighbor 4 16' \
      'without MPI_Intercomm_create \(4 calls of 4 ranks\)' \
      'without MPI_Sendrecv \(4 calls of 4 ranks\)' 'without .*between groups.*'
    [ "$(grep -c 'communicator MPI_Comm_create_group' counts)" = 2 ] || die "not two of a group"
    usable
    ;;
  one_sided)
    record 0 2 one_sided
    has 'call MPI_Put put 6 88' 'call MPI_Get get 2 64' 'call MPI_Accumulate put 2 32' \
      'call MPI_Rput put 2 16' 'call MPI_Wait flush 2 0' 'call MPI_Fetch_and_op get 2 8' \
      'call MPI_Compare_and_swap put 2 16' 'call MPI_Get_accumulate get 2 16' \
      'call MPI_Win_fence flush 4 0' 'call MPI_Win_fence barrier 6 0' \
      'call MPI_Win_unlock flush 2 0' 'call MPI_Win_free barrier 2 0' \
      'without MPI_Win_post \(2 calls of 2 ranks\)' 'without MPI_File_write \(2 calls of 2 ranks\)'
    usable
    ;;
  threads)
    record 0 2 threads
    has 'call MPI_Sendrecv isend 200 800' 'call MPI_Sendrecv ireceive 200 800' \
      'without calls from several threads.*'
    ;;
  cplusplus)
    record 0 2 plain
    has 'call MPI_Sendrecv isend 10 8000'
    between "$(compute 1)" 1000 1500 "virtual time"
    usable
    ;;
  fortran_mpi | fortran_mpif | fortran_f08)
    record 0 3 "$case"
    has 'call MPI_Irecv ireceive 15 1200' 'call MPI_Isend isend 18 1224' \
      'call MPI_Send send 1 24' \
      'call MPI_Recv receive 4 48' 'call MPI_Allreduce allreduce 3 240' \
      'call MPI_Test wait 3 3' 'communicator MPI_Comm_dup 0 1 2' 'wildcards 15'
    if [ "$case" = fortran_f08 ]; then # MPICH 4.0.2 fails in its MPI_Waitany of mpi_f08
      has 'call MPI_Waitall wait 15 30'
    else
      has 'call MPI_Waitany wait 15 15' 'call MPI_Wait wait 15 15'
    fi
    between "$(compute 2)" 2000 2500 "virtual time"
    usable
    ;;
  add_time)
    record 0 2 clock add
    between "$(compute 0)" 15000 15500 "virtual time of rank 0"
    between "$(compute 1)" 25000 25500 "virtual time of rank 1"
    ;;
  oversubscribed)
    # Eight ranks take turns on whatever there is of processors: each has computed for 200 ms.
    record 0 8 clock work 0.2
    for rank in 0 1 2 3 4 5 6 7; do between "$(compute $rank)" 195 260 "rank $rank"; done
    ;;
  oversubscribed_pieces)
    # The same in pieces, with messages between: what MPI takes meanwhile is not the program's.
    record 0 8 clock pieces 0.2
    for rank in 0 1 2 3 4 5 6 7; do between "$(compute $rank)" 195 260 "rank $rank"; done
    ;;
  wall_clock)
    options='--clock wall'
    record 0 2 clock work 0.2
    between "$(compute 0)" 195 60000 "rank 0"
    run 0 env HPCAST_RECORD_CLOCK=wall hpcast record -o W -- "${command[@]}"
    ;;
  polling)
    # To ask for 300 ms is not to compute for that long.
    record 0 2 clock poll
    has 'call MPI_Test wait 1 1' 'without .* calls that asked and found nothing .*'
    between "$(compute 1)" 0 60 "a rank that waits"
    ;;
  same_bytes)
    # The folder may be there, if it is a profile.
    record 0 2 ending
    record 0 2 ending
    mkdir other && touch other/file
    ranks 2 ending
    run 2 hpcast record -o other -- "${command[@]}"
    said 'no OTF2 archive' errors
    nothing_left_but 'P|W|verdict|counts|printed|other|said'
    ;;
  exit_status)
    ranks 2 ending status
    "${command[@]}" >/dev/null 2>&1
    expected=$?
    record $expected 2 ending status
    [ $expected -ne 0 ] || die "it should have failed"
    ;;
  killed | abort)
    ranks 3 ending "$case"
    "${command[@]}" >/dev/null 2>&1
    record $? 3 ending "$case"
    said 'the profile is partial: rank' said
    has 'call MPI_Sendrecv isend 300 1200' 'partial rank.*'
    usable
    nothing_left_but 'P|verdict|counts|printed|said'
    ;;
  interrupted)
    ranks 2 ending forever
    begin begun hpcast record -o P -- "${command[@]}"
    kill -INT $background
    ! wait $background || die "it came to an end"
    said 'the profile is partial: the program was interrupted' errors
    "$counts" P >counts || die "the profile cannot be read"
    has 'call MPI_Barrier barrier .*'
    usable
    ;;
  not_mpi)
    ranks 2 ending none
    # MPICH's launcher may die of SIGPIPE (141) where ranks end before they have met it.
    for _ in 1 2 3 4 5; do
      timeout $limit hpcast record -o P -- "${command[@]}" >output 2>errors </dev/null
      status=$?
      [ $status -eq 141 ] || break
    done
    [ $status -eq 2 ] || die "exit status $status, not 2"
    said 'no rank called MPI_Init' errors
    run 5 hpcast record -o P -- "$programs/ending" before
    said 'ended with status 5 before' errors
    run 2 hpcast record -o P -- ./nothing-there
    run 2 hpcast record -o P
    said 'what shall be recorded' errors
    nothing_left_but ''
    ;;
  others_mpirun)
    # It would start programs of one rank each.
    others=mpirun.$([ "$family" = mpich ] && echo openmpi || echo mpich)
    command -v "$others" >/dev/null || exit 77
    run 2 hpcast record -o P -- "$others" -np 2 "$programs/ending"
    said 'start it with' errors
    ;;
  one_process)
    run 0 hpcast record -o P -- "$programs/ending"
    "$counts" P >counts || die "the profile cannot be read"
    has 'call MPI_Barrier barrier 100 0'
    usable
    ;;
  twice)
    ranks 2 ending
    printf '%s\n' '#!/bin/sh' "${command[*]}" "${command[*]}" >script
    chmod +x script
    run 0 hpcast record --mpi "$family" -o P -- ./script
    said 'more than one MPI program' errors
    # Of a larger one after it, ranks are there that the first does not have.
    first=${command[*]}
    ranks 3 ending
    printf '%s\n' '#!/bin/sh' "$first" "${command[*]}" >script
    run 0 hpcast record --mpi "$family" -o P -- ./script
    said 'recorded 2 ranks' output
    said 'more than one MPI program' errors
    ;;
  first_come)
    # Another program's rank 0 has its record here already: none of this one's ranks leaves any.
    [ -x "$programs/ending" ] || exit 77
    mkdir records
    touch records/rank-0
    ranks 3 ending
    HPCAST_RECORD=$PWD/records \
      LD_PRELOAD=$build/lib/hpcast/libhpcast-mpi-record-$family.so run 0 "${command[@]}"
    [ "$(cd records && echo *)" = 'rank-0 second' ] || die "there is $(ls records)"
    [ ! -s records/rank-0 ] || die "the other one's record has been written over"
    ;;
  at_once)
    # Of two programs that run side by side, all ranks of one.
    ranks 3 ending
    first=${command[*]}
    ranks 3 one_sided
    printf '%s\n' '#!/bin/sh' "$first & ${command[*]}" 'wait' >script
    chmod +x script
    run 0 hpcast record --mpi "$family" -o P -- ./script
    said 'recorded 3 ranks' output
    said 'more than one MPI program' errors
    "$counts" P | grep -vE '^compute|^partial' >one_of_both
    for program in ending one_sided; do
      record 0 3 $program
      grep -v '^compute' counts >$program
    done
    cmp -s one_of_both ending || cmp -s one_of_both one_sided ||
      die 'neither of the programs'
    ;;
  *) die "no case $case" ;;
esac
