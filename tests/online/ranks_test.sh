#!/bin/bash
# Tests of programs of several processes: their memory apart and shared, on which cores they are
# counted, how they end.   ranks_test.sh BUILD_TREE CASE [TRACER]
. "$(dirname "$0")/common.sh"
start=$source_folder/programs/mpirun
ranks=$programs/ranks

# The real one, where it is installed.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun=(mpirun -np 3)
! mpirun --version 2>&1 | grep -q 'Open MPI' || mpirun+=(--oversubscribe)

# rank_has RANK MEMBER FILE: its value in the result.
rank_has() {
  awk -v rank="$1" -v member="\"$2\":" '
    /^ "ranks": \[/ { inside = 1 } inside && $1 == "\"rank\":" { found = $2 + 0 == rank }
    found && $1 == member { sub(/,$/, "", $2); print $2; exit }' "$3"
}
# at_least, at_most: RANK MEMBER KIB FILE
at_least() {
  [ "$(rank_has "$1" "$2" "$4")" -ge $(($3 * 1024)) ] ||
    die "rank $1: $2 $(rank_has "$1" "$2" "$4"), less than $3 KiB"
}
at_most() {
  [ "$(rank_has "$1" "$2" "$4")" -le $(($3 * 1024)) ] ||
    die "rank $1: $2 $(rank_has "$1" "$2" "$4"), more than $3 KiB"
}
memory() { run 0 hpcast memory $machine --tracer "$tracer" --json r.json "$@"; }
nobody_left() {
  local i
  for i in $(seq 1000); do
    pgrep -f "$ranks $1" >/dev/null || return 0
    sleep 0.1
  done
  pkill -KILL -f "$ranks $1"
  die "processes are left"
}

# Rank 1 finds in the cache what rank 0 has written there, and so reads nothing from memory.
shared() {
  truncate -s 3M shared
  memory "$@" --only exchanged -- "$start" -np 2 "$ranks" "$case" "$work/shared"
  at_most 1 bytes_read 100 r.json
}

case $case in
  own)
    # The same addresses in each process, and yet memory of its own: what one has fetched from
    # there no other finds in the shared cache, but the process itself does, in its second pass.
    memory --only work -- "$start" -np 2 "$ranks" own
    for rank in 0 1; do
      at_least $rank bytes_read 1024 r.json
      at_most $rank bytes_read 1200 r.json
    done
    said 'rank 1 of 2: 17179738112' output
    # Behind another program too.
    if [ "$tracer" = compiler ]; then
      run 0 hpcast memory $machine --only work --json r.json -- "$start" -np 2 sh -c "$ranks own"
      for rank in 0 1; do at_least $rank bytes_read 1024 r.json; done
    fi
    ;;
  file | pieces | segment)
    shared
    ;;
  given_up)
    truncate -s 2M shared
    memory --only 'given up' -- "$start" -np 2 "$ranks" given_up "$work/shared"
    for rank in 0 1; do at_least $rank bytes_read 1024 r.json; done
    ;;
  replayed)
    # Recorded while it runs, it replays bit for bit; with coherent caches too.
    truncate -s 3M shared
    for options in '' '--coherence msi'; do
      # shellcheck disable=SC2086
      memory $options -o T -- "$start" -np 2 "$ranks" file "$work/shared"
      for threads in 1 2 4; do
        # shellcheck disable=SC2086
        run 0 hpcast memory $machine $options T --host-threads $threads --json replayed.json
        must_be_same r.json replayed.json
      done
      truncate -s 0 shared
      truncate -s 3M shared
    done
    ;;
  traced)
    run 3 hpcast trace --tracer "$tracer" -o T -- "$start" -np 3 "$ranks" own
    run 0 hpcast memory $machine T --only work --json r.json
    for rank in 0 1 2; do at_least $rank bytes_read 1024 r.json; done
    [ "$(grep -c '"rank"' T/manifest.json)" = 3 ] || die "ranks in the manifest"
    ;;
  cores)
    # Equal blocks of neighbouring cores, or of those that are named.
    memory -- "$start" -np 2 "$ranks" threads
    grep -A40 '^ "ranks"' r.json | tr -d ' \n' | grep -q '"core0","core1".*"core2","core3"' ||
      die "cores"
    memory --pin core3,core1 -- "$start" -np 2 "$ranks" own
    grep -A40 '^ "ranks"' r.json | tr -d ' \n' | grep -q '"core3".*"core1"' || die "pinned cores"
    ;;
  crowd)
    run 3 hpcast memory $machine --tracer "$tracer" --json r.json -- "$start" -np 6 "$ranks" own
    said 'each rank by itself: some share cores' r.json
    ! grep -q '"ranks":' r.json || die "results by rank"
    ;;
  killed)
    # One rank's death is told; what the others did is all there.
    run 137 hpcast memory $machine --tracer "$tracer" --json r.json -- "$start" -np 2 "$ranks" killed
    said '"partial": "rank 1 ended.*; the status 137 stands for: Killed"' r.json
    at_least 0 bytes_read 1024 r.json
    run 137 hpcast trace --tracer "$tracer" -o T -- "$start" -np 2 "$ranks" killed
    run 0 hpcast memory $machine T --json r.json
    at_least 0 bytes_read 1024 r.json
    ;;
  interrupted)
    begin sleeping hpcast memory $machine --tracer "$tracer" --json r.json -- "$start" -np 2 "$ranks" sleeps
    kill -INT $background
    wait $background
    said '"partial"' r.json
    nobody_left sleeps
    ;;
  hpcast_killed)
    hpcast memory $machine --tracer "$tracer" -- "$start" -np 2 "$ranks" for_ever >output 2>errors &
    sleep 2
    kill -KILL $!
    wait $! 2>/dev/null
    nobody_left for_ever
    ;;
  no_ranks)
    run 2 hpcast memory $machine --tracer "$tracer" --ranks -- /bin/true
    said 'ran without being traced' errors
    run 0 hpcast memory $machine --tracer "$tracer" --json r.json -- "$ranks" own
    ! grep -q '"ranks":' r.json || die "a single process has ranks"
    # hpcast as a rank itself: what it starts has inherited that, and nobody is missing.
    OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 run 0 hpcast memory $machine --tracer "$tracer" \
      --json r.json -- "$ranks" own
    ! grep -q '"partial":' r.json || die "marked partial"
    ;;
  mixed)
    # Rank 1 was not made with hpcast-cc: the compiler tracer has to say so.
    printf '#!/bin/sh\n[ $OMPI_COMM_WORLD_RANK = 0 ] || exec %s own\nexec %s own\n' \
      "$build/tests/online/programs-valgrind/ranks" "$ranks" >rank && chmod +x rank
    memory -- "$start" -np 2 "$work/rank"
    if [ "$tracer" = compiler ]; then
      said '"partial": "1 of 2 ranks was traced: the others' r.json
    else
      ! grep -q '"partial"' r.json || die "marked partial"
      [ "$(rank_has 1 references r.json)" -gt 0 ] || die "rank 1 is missing"
    fi
    ;;
  jobs)
    # Two MPI programs in a script: rank 0 of the one is not rank 0 of the other.
    printf '#!/bin/sh\n%s -np 2 %s own\n%s -np 1 %s own\n' "$start" "$ranks" "$start" "$ranks" >jobs
    chmod +x jobs
    memory --ranks -- ./jobs
    ! grep -q '"ranks":' r.json || die "ranks of several programs"
    said 'each rank by itself: there were several MPI programs' r.json
    ;;
  as_threads)
    # Four ranks stream through a quarter of the data each: memory sees what it sees of four
    # threads that share the whole. A quarter alone exceeds the L3: nothing makes the ranks run at the
    # same time, and what an L3 of 8 MiB holds of one's preparation is written in another's phase.
    kernel=(--only triad --omp-threads)
    memory "${kernel[@]}" 4 -- "$workloads/triad" 2097152 2
    mv r.json threads.json
    memory "${kernel[@]}" 1 -- "$start" -np 4 "$workloads/triad" 524288 2
    for member in bytes_read bytes_write; do
      for result in threads r; do
        "$build/tests/accuracy/result_value" $result.json mem0 $member >$result.value
      done
      paste threads.value r.value | awk '{ apart = $2 - $1; exit !(apart * apart <= 8388608 ^ 2) }' ||
        die "$member: $(cat threads.value), of ranks $(cat r.value)"
    done
    ;;
  mpi_replayed)
    # Recorded while it runs, with the waits of MPI's calls and of its own threads.
    [ -x "$programs/messages" ] || { echo "skipped: no MPI"; exit 77; }
    for options in '' '--coherence msi'; do
      # shellcheck disable=SC2086
      run 0 hpcast memory $machine $options -o T --json r.json -- "${mpirun[@]}" "$programs/messages"
      for threads in 1 2; do
        # shellcheck disable=SC2086
        run 0 timeout 1000 hpcast memory $machine $options T --host-threads $threads \
          --json replayed.json
        must_be_same r.json replayed.json
      done
    done
    ;;
  mpi)
    # With a window of shared memory.
    [ -x "$programs/messages" ] || { echo "skipped: no MPI"; exit 77; }
    run 0 "${mpirun[@]}" "$programs/messages"
    said '3 ranks saw' output
    mv output native
    run 0 hpcast memory $machine -o T --json r.json -- "${mpirun[@]}" "$programs/messages"
    said "$(cat native)" output
    said "\"tracer\": \"$tracer\"" r.json
    ! grep -q '"partial"' r.json || die "marked partial"
    [ "$tracer" = compiler ] || said '"executing"' r.json
    grep -A40 '^ "ranks"' r.json | tr -d ' \n' | grep -q '"core0"\].*"core1"\].*"core2"\]' || die "cores"
    run 0 hpcast memory $machine --only window --json r.json T
    for rank in 1 2; do at_most $rank bytes_read 100 r.json; done
    # Rank r computes on (r + 1) / 3 of its arrays.
    run 0 hpcast memory $machine --only compute --json r.json T
    for rank in 0 1 2; do
      references=$(rank_has $rank references r.json)
      expected=$((10 * 65536 / 3 * (rank + 1) * 3))
      [ "$references" -ge $expected ] && [ "$references" -le $((expected + 600000)) ] ||
        die "rank $rank: $references references, not $expected"
    done
    ;;
  *)
    die "no such case"
    ;;
esac
