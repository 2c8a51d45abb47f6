#!/bin/bash
# Tests of programs that are traced and simulated while they run, from the outside: programs whose
# threads wait for each other, that end badly, whose disk is full, whose user presses Ctrl-C.
#   online_test.sh BUILD_TREE CASE [TRACER]
. "$(dirname "$0")/common.sh"

# waits WHAT [OPTION...]: a program whose threads wait; online, recorded, replayed.
waits() {
  local what=$1 threads
  shift
  local program=("$programs/waiting" "$what" 3)
  run 3 "${program[@]}"  # by itself it runs as if it had no tracer
  mv output native
  run 3 hpcast memory $machine "$@" --json online.json -- "${program[@]}"
  said "^$(cat native)\$" output
  ! grep -q '"partial"' online.json || die "marked partial"
  run 3 hpcast memory $machine "$@" -o T --json recorded.json -- "${program[@]}"
  said "^$(cat native)\$" output
  for threads in 1 2 4; do
    run 0 hpcast memory $machine "$@" T --host-threads $threads --json replayed.json
    must_be_same recorded.json replayed.json
  done
}

# agrees THREADS PROGRAM... : two online runs. One thread: exactly. More: within 1 %.
agrees() {
  local threads=$1 tolerance=()
  shift
  [ "$threads" -eq 1 ] || tolerance=(--within 0.01)
  for number in 1 2; do
    run 0 hpcast memory $machine --omp-threads "$threads" --json $number.json -- "$@"
  done
  must_be_same "${tolerance[@]}" 1.json 2.json
}

prefetching='i7-7700k --set L2.prefetch_ahead=0 --set L2.prefetcher=streams --set L1.prefetcher=stride'

first_time() { grep -m1 -o '"time_s": .*'; }

# takes_as_long_as_set CHANGE...: with --vary, on any host, as by itself.
takes_as_long_as_set() {
  local change all=() joined='' threads
  for change; do
    all+=(--set "$change")
    joined+="${joined:+; }$change"
  done
  run 0 hpcast memory $machine T "${all[@]}" --json by_itself.json
  for threads in 1 2; do
    run 0 hpcast memory $machine T --host-threads $threads --vary "$joined" \
      --vary ddr4-2400x2.read_bandwidth='1 GB/s' --json varied.json
    [ "$(sed '1,/"variants"/d' varied.json | first_time)" = "$(first_time <by_itself.json)" ] ||
      die "--vary $* takes another time than --set"
    [ "$(first_time <varied.json)" != "$(first_time <by_itself.json)" ] || die "$* changes nothing"
  done
}

# equals PROGRAM...: one thread; with the private caches simulated in the program (--model pmnet), or in
# hpcast, or from a trace, the answer is the same to the last count.
equals() {
  run 0 hpcast trace -o T --code --omp-threads 1 -- "$@"
  local options
  for options in epyc-7702x2-nps4 'epyc-7702x2-nps4 --set L3.inclusion=nine' i7-7700k "$prefetching"; do
    for options in "$options" "$options --model pmnet" "$options --model pmnet --coherence msi"; do
      # shellcheck disable=SC2086
      run 0 hpcast memory $options --omp-threads 1 --json online.json -- "$@"
      # shellcheck disable=SC2086
      run 0 hpcast memory $options T --json offline.json
      "$same" online.json offline.json >output || die "online is not offline: $options"
    done
  done
}

# Two threads that write to the same line take it from each other, every interval anew, though each
# store hits; to lines of their own, they do not. Counted live as from a trace.
false_sharing() {
  local distance lost machine
  for distance in 1 64; do
    run 0 hpcast trace -o T$distance --code -- "$programs/sharing" $distance
    for machine in i7-7700k epyc-7702x2-nps4 'epyc-7702x2-nps4 --model pmnet'; do
      # shellcheck disable=SC2086
      run 0 hpcast memory $machine --coherence msi --json online.json -- "$programs/sharing" $distance
      # shellcheck disable=SC2086
      run 0 hpcast memory $machine --coherence msi --json offline.json T$distance
      must_be_same online.json offline.json
      lost=$(grep -A30 '"L1_1"' online.json | grep -m1 -o '"invalidations": [0-9]*' | grep -o '[0-9]*$')
      if [ $distance = 1 ]; then [ "$lost" -gt 40 ]; else [ "$lost" -lt 4 ]; fi ||
        die "$lost invalidations at a distance of $distance words"
    done
  done
}

# ends HOW STATUS [REASON]: hpcast's exit status is the program's, online and tracing; the result
# and the trace are marked partial, with the reason, where one is given.
ends() {
  local how=$1 expected=$2 reason=${3-} file
  run "$expected" hpcast memory $machine --json online.json -- "$programs/ending" "$how"
  [ -z "$reason" ] || said "the trace is partial: .*$reason" errors
  run "$expected" hpcast trace -o T -- "$programs/ending" "$how"
  [ -z "$reason" ] || said "the trace is partial: .*$reason" errors
  run 0 hpcast memory $machine T --json replayed.json
  for file in online.json replayed.json; do
    if [ -n "$reason" ]; then said "\"partial\": .*$reason" $file; else
      ! grep -q '"partial"' $file || die "$file is marked partial"; fi
  done
  run "$expected" hpcast memory $machine -o R --json recorded.json -- "$programs/ending" "$how"
  run 0 hpcast memory $machine R --json replayed.json
  must_be_same recorded.json replayed.json
  nothing_left_but '.*\.json|T|R'
}

# page_faults HOW PAGES CORE: what that core does of them, a second each.
page_faults() {
  run 0 hpcast memory $machine --set ddr4-2400x2.page_fault_time='1 s' --json faults.json -- "$programs/touching" "$1" "$2"
  grep -o '"time_page_faults_s": [0-9]*' faults.json | sed -n "$(($3 + 1))s/.* //p"
}
# touches HOW CORE TIMES: the core touches each page that there are more so many times first.
touches() {
  local few many
  few=$(page_faults "$1" 500 "$2")
  many=$(page_faults "$1" 1500 "$2")
  [ $((many - few)) -eq $(($3 * 1000)) ] || die "$1, core $2: $few page faults with 500 pages, $many with 1500"
}

# background COMMAND...: starts it and waits until the traced program has begun; $background is its
# process id, $child the program's.
background() {
  begin begun "$@"
  child=$(sed -n 's/^begun //p' output)
}
# with_full_disk COMMAND...: a command that runs "ending large"; once that runs, no file may grow
# beyond 1100 KiB.
with_full_disk() {
  background "$@"
  prlimit --pid $background --fsize=1126400 || die "prlimit"
  touch go
  over 9
}
# interrupted SIGNAL STATUS COMMAND...: the program ends, what was seen of it is in whole files.
interrupted() {
  local signal=$1 expected=$2
  shift 2
  background "$@"
  kill -"$signal" $background
  over "$expected"
  for _ in $(seq 2000); do
    kill -0 "$child" 2>/dev/null || break
    sleep 0.05
  done
  ! kill -0 "$child" 2>/dev/null || die "the program goes on"
  nothing_left_but 'T|a\..*'
  [ ! -e T ] || run 0 hpcast memory $machine T
}

case $case in
  mutex | condition | barrier | openmp | pipe | spin | nested | crowd | short_lived) waits "$case" ;;
  loaded_memory)
    # The latencies of an interval come of the one before, live as in replays.
    mkdir mess
    printf '100 100\n2000 200\n20000 900\n' >mess/bwlat_60.txt
    run 0 hpcast machine curves $machine ddr4-2400x2=mess -o loaded.dat.json
    machine=loaded.dat.json waits barrier
    [ "$tracer" != valgrind ] || said '"load_s": [0-9.e-]*[1-9]' recorded.json
    ;;
  loaded_cache)
    waits barrier --set 'L3.latency_curve=[{"bandwidth": 0, "latency": "10 ns"}, {"bandwidth": "50 MB/s", "latency": "300 ns"}]'
    [ "$tracer" != valgrind ] || said '"load_s": [0-9.e-]*[1-9]' recorded.json
    ;;
  prefetched)
    machine=$prefetching waits barrier
    said '"in_vain"' recorded.json
    machine=$prefetching waits mutex --coherence msi
    ;;
  varied)
    [ "$tracer" = valgrind ] || exit 0
    run 3 hpcast trace --code -o T -- "$programs/waiting" barrier 3
    takes_as_long_as_set i7-7700K.pipeline.clock='1 GHz'
    takes_as_long_as_set ddr4-2400x2.latency='300 ns' i7-7700K.pipeline.generation=zen4
    takes_as_long_as_set ddr4-2400x2.page_fault_time='1 us'
    takes_as_long_as_set L3.hand_over='1 us'
    takes_as_long_as_set wire.latency_curve='[{"bandwidth": 0, "latency": "3 ns"}, {"bandwidth": "50 MB/s", "latency": "90 ns"}]'
    ;;
  mutex_msi | condition_msi | barrier_msi | openmp_msi | pipe_msi) waits "${case%_msi}" --coherence msi ;;
  spin_msi | nested_msi | crowd_msi | short_lived_msi) waits "${case%_msi}" --coherence msi ;;

  one_thread_agrees) agrees 1 "$workloads/triad" 100000 2 ;;
  triad_agrees) agrees 2 "$workloads/triad" 500000 2 ;;
  gather_agrees) agrees 2 "$workloads/gather" 50000 2 ;;

  triad_equals) equals "$workloads/triad" 30000 2 ;;
  gather_equals) equals "$workloads/gather" 20000 2 ;;
  dgemm_equals) equals "$workloads/dgemm" 60 ;;
  given_back)
    # Pages that the program gives back fault again, online as in a trace.
    equals "$programs/giving_back" 2
    for trace in '' '-o R'; do
      # shellcheck disable=SC2086
      run 0 hpcast memory epyc-7702x2-nps4 --set ddr4-3200x2.page_fault_time=1e-6 --json faults.json \
        $trace -- "$programs/giving_back" 3
      touched=$(head -n 1 output) seconds=$(grep -m1 -o '"time_page_faults_s": [0-9.]*' faults.json)
      awk -v faults="${seconds##* }" -v touched="$touched" \
        'BEGIN { exit !(faults * 1e6 > touched * 0.99 && faults * 1e6 < touched * 1.01 + 200) }' ||
        die "$seconds for $touched pages"
    done
    ;;
  pages_told)
    # A program tells of pages less often than a trace has them: a TLB's time is within 1 %.
    options="$machine --set i7-7700K.pipeline.tlb=16 --set i7-7700K.pipeline.page_walk=200 --omp-threads 1"
    run 0 hpcast trace -o T --code --omp-threads 1 -- "$workloads/gather" 20000 2
    # shellcheck disable=SC2086
    run 0 hpcast memory $options --json online.json -- "$workloads/gather" 20000 2
    # shellcheck disable=SC2086
    run 0 hpcast memory $options --json offline.json T
    run 0 hpcast memory $machine --omp-threads 1 --json free.json T
    times=$(for name in online offline free; do first_time <$name.json; done | grep -o '[0-9][^,]*')
    awk '{ t[NR] = $1 } END { exit !(t[1] > 0.99 * t[2] && t[1] < 1.01 * t[2] && t[2] > 1.1 * t[3]) }' <<<"$times" ||
      die "online, offline, without TLB: $times"
    ;;
  one_after_another)
    run 3 hpcast trace -o T --code -- "$programs/waiting" one_after_another 3
    options='epyc-7702x2-nps4 --set L3.inclusion=nine --pin core0,core1'
    # shellcheck disable=SC2086
    run 3 hpcast memory $options --json online.json -- "$programs/waiting" one_after_another 3
    # shellcheck disable=SC2086
    run 0 hpcast memory $options T --json offline.json
    "$same" online.json offline.json >output || die "online is not offline"
    ;;
  shared_core)
    # With the number of threads known, they share the core's caches; else each has some, and it is said.
    run 0 hpcast memory $machine --omp-threads 2 --pin core0 --json known.json -- "$workloads/triad" 1000 1
    said '2 threads on 1 core: some share a core' known.json
    ! grep -q 'each for itself' known.json || die "caches apart"
    run 0 env OMP_NUM_THREADS=2 hpcast memory $machine --model pmnet --pin core0 --json unknown.json -- "$workloads/triad" 1000 1
    said 'had its private caches each for itself' unknown.json
    ;;
  false_sharing) false_sharing ;;
  wild_stores)
    run 2 hpcast memory $machine -- "$programs/ending" wild_stores
    said "overwritten what hpcast's tracer keeps" errors
    run 2 hpcast trace -o T -- "$programs/ending" wild_stores
    said "overwritten what hpcast's tracer keeps" errors
    nothing_left_but ''
    ;;
  under_load)
    run 0 hpcast memory $machine --omp-threads 2 --json calm.json -- "$workloads/triad" 150000 2
    trap 'kill $loops; rm -rf "$work"' EXIT
    loops=
    for _ in 1 2 3 4 5 6; do
      nice -n 19 bash -c 'while :; do :; done' & loops+=" $!"
    done
    for _ in 1 2 3; do
      run 0 nice -n 19 hpcast memory $machine --omp-threads 2 --json loaded.json \
        -- "$workloads/triad" 150000 2
      must_be_same calm.json loaded.json
    done
    ;;

  second_program)
    printf '#!/bin/sh\n"%s" plain\n"%s" plain\n' "$programs/ending" "$programs/ending" >both
    chmod +x both
    # What a script starts is traced; what a traced program starts is not.
    run 3 hpcast trace -o T -- ./both
    said 'references of 2 threads' output
    run 0 hpcast memory $machine T --json offline.json
    run 3 hpcast memory $machine --json online.json -- ./both
    for r in offline online; do grep -A99 '"run"' $r.json | grep '"references"' >$r.count; done
    cmp offline.count online.count || die 'other references'
    ;;
  programs_in_turn)
    # What a script starts one after the other runs so: on the same core, its times added up; also
    # where the one before was killed.
    program=$programs/ending
    reads() { "$build/tests/accuracy/result_value" r.json "$1" read_hits read_misses; }
    run 3 hpcast memory $machine --json r.json -- "$program" plain
    once=$(reads L1_0)
    for how in plain segmentation_fault; do
      run 3 hpcast memory $machine -o T --json r.json -- bash -c "'$program' $how; '$program' plain; exit"
      [ "$(reads L1_1)" = 0 ] || die "$how: on another core"
      [ "$(reads L1_0)" -gt $((once * 3 / 2)) ] || die "$how: not both on the first core"
      said '"name": "ending"' r.json
      run 0 hpcast memory $machine T --json replayed.json
      must_be_same r.json replayed.json
    done
    # Nor is the end awaited of a thread that was to be created when the process was killed.
    cat >kill.c <<'END'
#include <signal.h>
#include <unistd.h>
int pthread_create() { return kill(getpid(), SIGKILL); }
END
    run 0 cc -shared -fPIC kill.c -o kill.so
    run 3 hpcast memory $machine --json r.json -- \
      bash -c "LD_PRELOAD=./kill.so '$program' exit_in_thread; '$program' plain; exit"
    said Killed errors
    ! grep -q 'waits whose signal was not traced' r.json || die 'a wait that was not met'
    [ "$(reads L1_1)" = 0 ] || die 'on another core'
    ;;
  programs_at_once)
    # One that begins while another runs does not come after it.
    script='"$0" large >a & "$0" large >b &
      until grep -qs begun a && grep -qs begun b; do sleep 0.1; done
      touch go; wait'
    run 0 hpcast memory $machine --json r.json -- bash -c "$script" "$programs/ending"
    ! grep -q '"name": "ending"' r.json || die 'one after the other'
    ;;
  emptied_environment)
    # Without the channel's name nothing is traced: told, with how to mend it.
    program=$programs/ending
    run 2 hpcast memory $machine -- env -i "$program" plain
    said "'env' was not traced: a program compiled with hpcast-cc started without HPCAST_CHANNEL" errors
    said 'env -i HPCAST_CHANNEL="$HPCAST_CHANNEL"' errors
    run 3 hpcast memory $machine --json r.json -- bash -c "'$program' plain; env -i '$program' plain; exit"
    said '"partial": "a program compiled with hpcast-cc started without HPCAST_CHANNEL' r.json
    said '"what 1 child process did, not traced: ending"' r.json
    run 3 hpcast memory $machine --json r.json -- \
      sh -c "env -i HPCAST_CHANNEL=\"\$HPCAST_CHANNEL\" '$program' plain; exit \$?"
    ! grep -q '"partial"' r.json || die 'marked partial'
    # By itself it runs as ever.
    run 3 setarch -R env -i "$program" plain
    ;;
  closed_channel)
    # Who may not open the channel says so, and hpcast names it as a cause where it saw nothing.
    cp "$programs/ending" . && chmod 755 . ending
    unshare -Ur true 2>/dev/null || { echo 'skipped: no user namespaces'; exit 77; }
    why='it runs as another user than hpcast, or in a user namespace'
    run 2 hpcast memory $machine -- unshare -Ur sh -c './ending plain; exit 0'
    said "'./ending' is not traced: $why" errors
    said "could not open hpcast's channel (ending): another user's than hpcast, or in a namespace" errors
    said 'start hpcast as that user' errors
    run 3 hpcast memory $machine --json r.json -- sh -c './ending plain; unshare -Ur ./ending plain'
    said "'./ending' is not traced: $why" errors
    said '"partial": "a program compiled with hpcast-cc could not open hpcast.s channel (ending): another user' r.json
    run 3 env HPCAST_CHANNEL=/proc/self/fd/1000 ./ending plain
    said "'./ending' is not traced: hpcast has ended" errors
    ;;
  little_address_space)
    # Under a limit the program is traced, or it is told why not.
    refused=0
    for limit_kib in $(seq 300000 80000 1100000); do
      hpcast memory $machine -- bash -c "ulimit -v $limit_kib; exec '$programs/ending' plain" >output 2>errors
      status=$?
      [ $status -eq 3 ] && continue
      [ $status -eq 2 ] || die "$limit_kib KiB: status $status"
      said "too little room for the tracer in the program's address space" errors
      said 'ulimit -v unlimited' errors
      refused=$((refused + 1))
    done
    [ $refused -gt 0 ] || die 'every limit was enough'
    [ $status -eq 3 ] || die 'no limit was enough'
    # What the tracer takes of the limit it makes up for, or says that it has.
    echo '#include <stdlib.h>
int main(void) { volatile char *a = calloc(64, 1 << 20); for (int i = 0; i < 64; ++i) a[i << 20] = 1; return 3; }' >p.c
    run 0 hpcast-cc -O1 p.c -o p
    run 3 hpcast memory $machine --json r.json -- bash -c 'ulimit -S -v 200000; ./p; exit'
    said verdict r.json
    ! grep -q 'address space' r.json || die 'not made up for'
    hpcast memory $machine --json r.json -- bash -c 'ulimit -v 900000; ./p; exit' >output 2>errors
    case $? in
      3) ;;
      139) said '"partial": ".*Segmentation fault.*ulimit -v unlimited' r.json ;;
      *) die 'another status' ;;
    esac
    (ulimit -v 400000; exec hpcast memory $machine -- "$programs/ending" plain) >output 2>errors
    [ $? -eq 2 ] || die 'hpcast itself'
    said 'ulimit -v unlimited' errors
    ;;
  raised_limit)
    # The limit is raised once, not again by each program that another has started; and by none that
    # has no channel to map.
    cat >p.c <<'END'
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
int main(int n, char **a) {
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  printf("limit %lu\n", (unsigned long)limit.rlim_cur);
  fflush(stdout);
  if (n > 1) execv(a[0], a + 1);
  return 3;
}
END
    run 0 hpcast-cc -O1 p.c -o p
    run 3 hpcast memory $machine -- bash -c 'ulimit -S -v 2000000; "$@"; exit' - ./p ./p ./p
    [ "$(grep -c '^limit' output)" = 3 ] || die 'not every program ran'
    [ "$(grep '^limit' output | sort -u | wc -l)" = 1 ] || die 'raised again'
    ! grep -q '^limit 2048000000$' output || die 'not raised'
    echo none >none
    run 3 bash -c 'ulimit -S -v 2000000; HPCAST_CHANNEL=none ./p'
    said '^limit 2048000000$' output
    ;;
  launchers)
    # Whatever starts the program, it is the program that is traced.
    hpcast_of() { run 3 hpcast memory $machine --json r.json -- "$@"; }
    references() { grep -A99 '"run"' r.json | grep '"references"'; }
    program=$programs/ending
    hpcast_of "$program" plain
    references >expected
    ! grep -q 'itself, and what it starts' r.json || die 'nothing started it'
    printf '%s plain\n' "$program" >run.sh
    printf 'run:\n\t@%s plain; exit 3\n' "$program" >Makefile
    printf 'import subprocess, sys\nsys.exit(subprocess.run(["%s", "plain"]).returncode)\n' "$program" >run.py
    tested() {
      hpcast_of "$@"
      references | cmp - expected || die "other references: $*"
      said "'$1' itself, and what it starts that was not made with hpcast-cc" r.json
    }
    tested timeout 1000 "$program" plain
    tested env A=b "$program" plain
    tested nice "$program" plain
    tested sh run.sh
    tested bash -c "true && $program plain"
    tested sh -c 'a=ending; exec "$0/$a" plain' "$programs"
    tested timeout 1000 nice sh run.sh
    ! command -v numactl >/dev/null || tested numactl --all "$program" plain
    ! command -v taskset >/dev/null || tested taskset -c 0 "$program" plain
    [ ! -x /usr/bin/python3 ] || tested /usr/bin/python3 run.py
    if command -v make >/dev/null; then
      run 2 hpcast memory $machine --json r.json -- make run
      references | cmp - expected || die 'other references: make'
    fi
    # What is started beside it, and not traced, is named.
    cp /bin/true ./plain
    printf './plain\n%s plain\n' "$program" >run.sh
    printf '#!/bin/sh\n./plain\n. ./run.sh\n' >script && chmod +x script
    for command in "bash -c './plain; $program plain; exit'" 'bash run.sh' ./script; do
      eval "hpcast_of $command"
      said "not made with hpcast-cc (its command names plain)" r.json
    done
    if command -v make >/dev/null; then
      printf 'run:\n\t@./plain\n\t@%s plain; true\n' "$program" >Makefile
      run 0 hpcast memory $machine --json r.json -- make run
      said "not made with hpcast-cc (its command names plain)" r.json
    fi
    # Where it cannot be known beforehand, it is said.
    run 3 hpcast memory $machine --tracer valgrind --json r.json -- timeout 1000 "$program" plain
    said "the program started 'ending', which was made with hpcast-cc and not traced" errors
    run 3 hpcast memory $machine --tracer compiler -- timeout 1000 "$program" plain
    run 2 hpcast memory $machine -- sh -c true
    said 'no program compiled with hpcast-cc was started' errors
    ;;
  linked_only)
    # Nothing in it was compiled with hpcast-cc.
    echo 'int main(void) { static int a[1000]; for (int i = 0; i < 1000; ++i) a[i] += i; return 0; }' >p.c
    run 0 cc -c p.c
    run 0 hpcast-cc p.o -o p
    for command in "memory $machine" 'trace -o T' "memory $machine -o T"; do
      # shellcheck disable=SC2086
      run 2 hpcast $command -- ./p
      said "'./p' made no reference that was traced" errors
      said '--tracer valgrind' errors
      nothing_left_but 'p|p\.c|p\.o'
    done
    ;;
  killed_at_once)
    echo 'int main(void) { __builtin_trap(); }' >p.c
    run 0 hpcast-cc p.c -o p
    run 132 hpcast memory $machine -- ./p
    said "'./p' was ended by signal 4 before any of its references came in" errors
    nothing_left_but 'p|p\.c'
    run 132 hpcast trace -o T -- ./p
    said 'the trace is partial: the program was ended by a signal (Illegal instruction)' errors
    ;;
  own_arguments)
    # What stands behind -- is the program's, as it is.
    printf '#include <stdio.h>\nint main(int n, char **a) { while (--n) puts(*++a); }\n' >p.c
    run 0 hpcast-cc p.c -o p
    run 0 hpcast memory $machine --set L1.latency=1ns L2.latency=4ns -- ./p --set a=1 b=2 -- --set c=3
    printf -- '%s\n' --set a=1 b=2 -- --set c=3 | cmp - <(head -n 6 output) || die 'other arguments'
    ;;
  page_size_of_machine)
    run 0 hpcast memory a64fx --json a.json -- "$workloads/triad" 1000 1
    said '"a page has 64 KiB"' a.json
    ;;
  closed_errors)
    hpcast nosuch 2>&-
    [ $? -eq 2 ] || die "a closed standard error"
    hpcast memory nosuch T 2>/dev/full
    [ $? -eq 2 ] || die "a full standard error"
    ;;

  segmentation_fault) ends segmentation_fault 139 'Segmentation fault' ;;
  abort) ends abort 134 'Aborted' ;;
  fork)
    ends fork 4
    for file in online.json replayed.json; do
      said '"what 1 child process did, not traced: ending"' $file
    done
    ;;
  raw_fork | raw_clone)
    ends $case 4
    [ "$tracer" = compiler ] || exit 0
    said '"what 2 child processes did, not traced: ending (2)"' online.json
    run 0 hpcast-cc -O1 -static "$source_folder/programs/ending.c" -o ending
    run 4 hpcast memory $machine --json r.json -- ./ending $case
    said '"what 2 child processes did, not traced: ending (2)"' r.json
    ;;
  daemon)
    # The child has done nothing yet when hpcast has seen its parent's end.
    ends daemon 4
    said '"what 1 child process did, not traced: ending"' online.json
    ;;
  forked_instrumented)
    # A child that is still the traced program: no other tracer would see more.
    run 4 hpcast memory $machine --tracer valgrind --json r.json -- "$programs/ending" fork
    said '"what 1 child process did, not traced: ending"' r.json
    ! grep -q '"partial"' r.json || die 'marked partial'
    ;;
  statuses)
    # One beyond those that stand for signals stands for none.
    for ended in 200 255; do
      printf 'int main(void) { static int a[99]; for (int i = 0; i < 99; ++i) a[i] += i; return %s; }' $ended >p.c
      run 0 hpcast-cc p.c -o p
      run $ended hpcast memory $machine --otf2 T$ended -- ./p
      grep -qa "the program ended with status $ended" T$ended/* || die 'another reason'
    done
    ;;
  nested_launchers)
    # What starts a script, a shell or make, whose program is behind a variable, in whatever depth.
    program=$programs/ending
    run 3 hpcast memory $machine --json r.json -- "$program" plain
    grep -A99 '"run"' r.json | grep '"references"' >expected
    printf '#!/bin/sh\na=ending\n"%s/$a" plain\n' "$programs" >run.sh
    printf 'a = ending\nrun:\n\t@%s/$(a) plain || true\n' "$programs" >Makefile
    chmod +x run.sh
    tested() {
      run "$1" hpcast memory $machine --json r.json -- "${@:2}"
      grep -A99 '"run"' r.json | grep '"references"' | cmp - expected || die "other references: ${*:2}"
    }
    tested 3 timeout 1000 ./run.sh
    tested 3 timeout 1000 sh run.sh
    tested 3 env A=1 nice timeout 1000 ./run.sh
    sed -i 's|^#!.*|#!/usr/bin/env sh|' run.sh
    tested 3 env A=1 ./run.sh
    tested 123 xargs -a /dev/null ./run.sh
    if command -v make >/dev/null; then
      tested 0 timeout 1000 make -s run
      tested 0 nice make run
    fi
    ;;
  names_in_arguments)
    # A program that can start none is traced itself, whatever its arguments and their files name.
    echo 'int main(int n, char **a) { return n != 2 || a[1][0] == 0; }' >p.c
    run 0 cc -O0 p.c -o p
    run 0 hpcast-cc -O0 p.c -o instrumented
    echo "out=$work/instrumented" >settings.txt
    for argument in ./instrumented settings.txt; do
      run 0 hpcast memory $machine --json r.json -- ./p $argument
      said '"tracer": "valgrind"' r.json
    done
    # Of what can start any, an argument is a command where that would run.
    cat >starter.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int n, char **a) {
  if (n < 2) return 9;
  if (strcmp(a[0], "./starter") == 0) return execvp(a[1], a + 1);
  FILE *input = fopen(a[1], "r");
  return input != NULL && fgetc(input) == 'i' ? 0 : 9;
}
END
    run 0 cc starter.c -o starter
    cp starter own
    for name in make sh env; do
      echo input >$name
      for argument in $name ./$name; do
        run 0 hpcast memory $machine --json r.json -- ./own $argument
        said '"tracer": "valgrind"' r.json
      done
      rm $name
    done
    for name in make sh; do
      run 9 hpcast memory $machine --json r.json -- ./own $name
      said '"tracer": "valgrind"' r.json
    done
    printf '%s plain\nexit\n' "$programs/ending" >run.sh
    run 3 hpcast memory $machine --json r.json -- ./starter sh run.sh
    said '"tracer": "compiler"' r.json
    # One that tells no names of functions may start any.
    run 0 cc -static starter.c -o starter
    for strip in true strip; do
      $strip starter
      run 3 hpcast memory $machine --json r.json -- ./starter sh run.sh
      run 3 hpcast memory $machine --json r.json -- ./starter "$programs/ending" plain
      said '"tracer": "compiler"' r.json
    done
    # Nor does a program's own script make it a starter of programs.
    if [ -x /usr/bin/python3 ]; then
      printf '#!/usr/bin/env python3\n' >s.py && chmod +x s.py
      run 0 hpcast memory $machine -- /usr/bin/python3 ./s.py
    fi
    ;;
  exec)
    ends exec 6 'exec'
    [ "$tracer" = compiler ] || said 'exec of sh' errors
    ;;
  children)
    # They are not traced: said, with what they ran.
    for how in vfork spawn system execl execlp execle execv execve execvp; do
      run 3 hpcast memory $machine --json r.json -- "$programs/children" $how
      said '"what 1 child process did, not traced: \(/bin/true\|true\|sh\)"' r.json
    done
    # Wherever what was counted is used.
    run 3 hpcast latency --simulate $machine --to 300ns --json r.json -- "$programs/children" spawn
    said '"what 1 child process did, not traced: true"' r.json
    run 3 hpcast memory $machine --counters c.csv -- "$programs/children" spawn
    said 'not counted: what 1 child process did, not traced: true' c.csv
    run 0 hpcast latency c.csv --from 90ns --to 300ns
    said 'what 1 child process did, not traced: true' output
    [ "$tracer" = compiler ] || exit 0  # Valgrind follows sh
    run 0 hpcast learn --sizes n=1 n=2 n=3 --machine $machine -o M -- sh -c "'$programs/children' spawn; exit 0" {n}
    said '^hpcast: not counted: what 1 child process did, not traced: true' errors
    ;;
  fork_fails)
    run 3 "$programs/children" refused
    run 3 hpcast memory $machine --json r.json -- "$programs/children" refused
    ! grep -q 'child process' r.json || die 'a child that there never was'
    ;;
  underscore_exit) ends underscore_exit 7 ;;
  exit_in_thread) ends exit_in_thread 5 ;;
  main_leaves_first) ends main_leaves_first 0 ;;
  beside_busy_threads) ends beside_busy_threads 8 ;;
  creation_fails) ends creation_fails 9 ;;
  plain_end) ends plain 3 ;;
  own_files)
    # A directory of the trace's name that the program makes is the program's.
    run 2 hpcast trace -o results -- "$programs/ending" makes_files
    said 'results: cannot give its name to the trace in .*/results.partial-.*File exists' errors
    said precious results/file
    run 0 hpcast memory $machine results.partial-*
    rm -r results*
    run 2 hpcast memory $machine -o results --json a.json -- "$programs/ending" makes_files
    said 'cannot give its name' errors
    said precious results/file
    said verdict a.json
    ;;

  killed_online)
    background hpcast memory $machine --json a.json -- "$programs/ending" never
    kill -KILL "$child"
    over 137
    said '"partial": .*Killed' a.json
    ;;
  killed_within_an_interval)
    # The last event tells of fewer references than have missed by then: hits and misses are those of
    # the references in the answer.
    cat >p.c <<'END'
#include <signal.h>
#include <stdlib.h>
int main(int n, char **a) {
  int lines = atoi(a[1]);
  volatile char *data = aligned_alloc(64, 64l * lines);
  for (int i = 0; i < lines; ++i) data[64l * i] = 1;
  for (int i = 0; i < lines; ++i) data[64l * i];
  raise(SIGKILL);
  return n;
}
END
    run 0 hpcast-cc -O1 p.c -o p
    for lines in 2000 5000; do
      run 137 hpcast memory $machine --json r.json -- ./p $lines
      value() { "$build/tests/accuracy/result_value" r.json L1_0 "$@"; }
      references=$(grep -A99 '"run"' r.json | grep -m1 '"references"' | grep -o '[0-9]*')
      [ $references -ge $((2 * lines)) ] || die "$references references of more than $((2 * lines))"
      [ "$(value read_hits read_misses write_hits write_misses)" = $references ] ||
        die "$references references are not hits and misses"
      [ "$(value read_misses)" -ge $lines -a "$(value write_misses)" -ge $lines ] || die "too few misses"
    done
    ;;
  killed_while_recorded)
    background hpcast memory $machine -o T --json a.json -- "$programs/ending" never
    kill -KILL "$child"
    over 137
    run 0 hpcast memory $machine T --json b.json
    said '"partial": .*Killed' b.json
    must_be_same a.json b.json
    ;;
  killed_while_traced)
    background hpcast trace -o T -- "$programs/ending" never
    kill -KILL "$child"
    over 137
    run 0 hpcast memory $machine T --json b.json
    said '"partial": .*Killed' b.json
    ;;

  interrupt_online)
    interrupted INT 130 hpcast memory $machine --json a.json --html a.html --dat a.dat.json \
      -- "$programs/ending" never
    said '"partial": .*Interrupt' a.json
    said '</html>' a.html
    run 0 hpcast show a.dat.json
    ;;
  interrupt_sleeping) interrupted INT 130 hpcast memory $machine -- "$programs/ending" sleeping ;;
  interrupt_recording)
    interrupted INT 130 hpcast memory $machine -o T -- "$programs/ending" never
    ;;
  interrupt_tracing) interrupted INT 130 hpcast trace -o T -- "$programs/ending" never ;;
  terminate_tracing) interrupted TERM 143 hpcast trace -o T -- "$programs/ending" never ;;

  disk_full_tracing)
    # The program goes on to its own end; what could be written of its trace is marked.
    with_full_disk hpcast trace -o T -- "$programs/ending" large
    said 'the trace is partial: .*File too large' errors
    run 0 hpcast memory $machine T --json b.json
    said '"partial": .*File too large' b.json
    ;;
  disk_full_recording)
    # The forecast itself needs no disk, so it is whole.
    with_full_disk hpcast memory $machine -o T --json a.json -- "$programs/ending" large
    ! grep -q '"partial"' a.json || die "the forecast is marked partial"
    said 'the trace in T is partial: .*File too large' errors
    run 0 hpcast memory $machine T --json b.json
    said '"partial": .*File too large' b.json
    ;;
  disk_full_without_trace)
    # There is no room even for a manifest: no trace, which the status tells, and nothing else is left.
    unshare -m true 2>/dev/null || { echo 'skipped: no file system can be mounted here'; exit 77; }
    mkdir full
    # shellcheck disable=SC2016  # by the other shell
    in_full_disk() {
      run 2 unshare -m bash -c 'mount -t tmpfs -o size=256k tmpfs full || exit 9
        head -c 252K /dev/zero >full/fill; "$@"; status=$?; ls full >left; exit $status' - "$@"
      [ "$(cat left)" = fill ] || die "left behind: $(cat left)"
    }
    in_full_disk hpcast memory $machine -o full/T --json a.json -- "$workloads/triad" 100000 1
    said 'there is no trace in full/T: .*No space left' errors
    said verdict a.json
    in_full_disk hpcast trace -o full/T -- "$workloads/triad" 100000 1
    said 'No space left' errors
    nothing_left_but 'a.json|full|left'
    ;;
  blank_in_path)
    # Where hpcast lies in a folder that the loader would take for several.
    mkdir -p 'a b:c/lib'
    cp -r "$build/bin" "$build/share" 'a b:c' && cp -r "$build/lib/hpcast" 'a b:c/lib'
    PATH="$work/a b:c/bin:$PATH"
    run 0 "a b:c/bin/hpcast" memory $machine --json b.json -- "$workloads/triad" 1000 1
    run 0 hpcast memory $machine --json a.json -- "$workloads/triad" 1000 1
    must_be_same a.json b.json
    ;;
  deaf)
    # It goes on when it is told to end; so it is killed, with what it has started.
    cat >deaf <<'END'
#!/bin/sh
trap '' INT TERM
sleep 1000 & echo $! >grandchild
exec "$@"
END
    chmod +x deaf
    background hpcast memory $machine --json a.json -- ./deaf "$programs/ending" never
    kill -TERM $background
    over 137
    # Or dead, and whoever is to fetch its status has not.
    ! grep -qs '^State:.[^Z]' "/proc/$(cat grandchild)/status" || die 'it has left a process behind'
    said '"partial"' a.json
    ;;
  first_touches)
    # Each page takes whoever touches it first a page fault: one, however often it is touched then.
    touches once 0 1
    touches again 0 1
    touches threads 0 0
    touches threads 1 1
    touches threads 2 1
    [ "$tracer" = valgrind ] || exit 0
    # What the program has given back it touches first again.
    touches unmapped 0 2
    touches dropped 0 2
    touches heap 0 2
    ;;
  few_descriptors)
    # A file in the trace for each of 41 threads: hpcast takes as many descriptors as it may.
    ulimit -Sn 30
    waits one_after_another
    # Where that is too few it says so, and keeps what could be written.
    ulimit -Hn 30
    run 3 hpcast trace -o U -- "$programs/waiting" one_after_another 3
    said 'the trace is partial: .*Too many open files' errors
    run 3 hpcast memory $machine -o U -- "$programs/waiting" one_after_another 3
    said 'partial: .*Too many open files' errors
    nothing_left_but '[a-z]*\.json|native|T|U'
    ;;
  no_room_for_the_channel)
    run 2 bash -c 'ulimit -f 64; exec "$@"' - hpcast memory $machine -- "$programs/ending" plain
    said 'File too large' errors
    ;;

  regions)
    # An archive with what was counted at regions: its last counts are those of the whole run, and a
    # trace gives the same archive.
    command -v otf2-print >/dev/null || { echo 'skipped: there is no otf2-print'; exit 77; }
    program=("$workloads/pathfinder" 1000 20)
    totals() { otf2-print T/traces.otf2 | sed -n 's/^METRIC.*LD_INS" <0>; UINT64; \([0-9]*\)).*SR_INS" <1>; UINT64; \([0-9]*\)).*L1_DCM" <2>; UINT64; \([0-9]*\)).*/\1 \2 \3/p' | tail -1; }
    for machine in i7-7700k epyc-7702x2-nps4; do
      run 0 hpcast memory $machine --omp-threads 1 --otf2 T --counters c.csv -- "${program[@]}"
      sums=$(awk -F, '/^start_s/ { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        /^[^#]/ { l += $column["loads"]; s += $column["stores"]; m += $column["l1d_misses"] }
        END { print l, s, m }' c.csv)
      [ "$(totals)" = "$sums" ] || die "the archive ends with $(totals), counted were $sums"
      # init, run and 19 loops in it, report, release; each entered and left.
      otf2-print T/traces.otf2 | awk '/^(ENTER|LEAVE)/ { print $1, $5 }' | sort | uniq -c >events
      said '19 ENTER "run._omp_fn.0"' events
      said '1 LEAVE "main"' events
      run 0 hpcast trace -o R --code --regions --omp-threads 1 -- "${program[@]}"
      run 0 hpcast memory $machine --otf2 U R
      run 0 hpcast memory $machine --omp-threads 1 -o O --otf2 V -- "${program[@]}"
      run 0 hpcast memory $machine --otf2 W O
      run 0 hpcast memory $machine --omp-threads 2 -o O2 --otf2 X -- "${program[@]}"
      run 0 hpcast memory $machine --otf2 Y O2
      diff <(otf2-print X/traces.otf2) <(otf2-print Y/traces.otf2) >output ||
        die 'two threads: the recorded run gives another archive'
      for archive in U V W; do
        diff <(otf2-print T/traces.otf2) <(otf2-print $archive/traces.otf2) >output || die "$archive differs"
      done
    done
    run 0 hpcast memory $machine --otf2 T --marked-regions -- "${program[@]}"
    said 'no region was entered' errors
    run 0 hpcast memory $machine --otf2 T --marked-regions R  # which has functions
    said 'no region was entered' errors
    run 2 hpcast memory $machine --otf2 U/traces -- "${program[@]}"
    said 'something that is no OTF2 archive' errors
    ;;
  fifos)
    mkdir T && mkfifo T/thread-0000{0,1}.hpt
    timeout -k 5 $limit hpcast trace -o T --omp-threads 2 -- "$workloads/triad" 20000 2 \
      >traced 2>&1 &
    run 0 hpcast memory $machine T --json piped.json
    wait $! || die "hpcast trace: $(cat traced)"
    run 0 hpcast trace -o F --omp-threads 2 -- "$workloads/triad" 20000 2
    run 0 hpcast memory $machine F --json stored.json
    must_be_same piped.json stored.json
    ;;
  *) die "no such case" ;;
esac
