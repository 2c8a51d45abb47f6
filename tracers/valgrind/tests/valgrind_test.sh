#!/bin/bash
# Tests of the Valgrind tracer: small programs as an ordinary compiler makes them, and what hpcast
# says of those that cannot be traced.   valgrind_test.sh BUILD_TREE CASE
set -u
build=$1 case=$2
tests=$(cd "$(dirname "$0")" && pwd)
include=$tests/../../compiler/include
PATH=$build/bin:$PATH
count=$build/tests-bin/count_stream
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

die() {
  echo "FAILED: $*" >&2
  for file in output errors counts; do [ -s $file ] && echo "--- $file" >&2 && head -n 30 $file >&2; done
  exit 1
}
compile() { "${CC:-cc}" -O2 -I"$include" "$@" || die "does not compile: $*"; }
# run EXPECTED_STATUS COMMAND...
run() {
  local expected=$1 status
  shift
  timeout -k 5 1000 "$@" >output 2>errors </dev/null
  status=$?
  [ $status -eq "$expected" ] || die "exit status $status, not $expected: $*"
}
said() { grep -q -- "$1" "$2" || die "no '$1' in $2"; }
nothing_left_but() {
  local left
  left=$(ls -A | grep -vxE "output|errors|$1")
  [ -z "$left" ] || die "left behind: $left"
}
# sum_of PHASE COLUMN: of counts.csv, over the threads.
sum_of() {
  awk -F, -v phase="$1" -v column="$2" '
    NR == 1 { for (i = 1; i <= NF; ++i) if ($i == column) c = i }
    $2 == phase && $3 == "main" { sum += $c } END { print sum + 0 }' counts.csv
}
expect() {
  local sum
  sum=$(sum_of "$1" "$2")
  [ "$sum" -eq "$3" ] || die "$2 in $1: $sum, not $3"
}
# Besides the number: what the beginning and the end of the phase take.
expect_about() {
  local sum
  sum=$(sum_of "$1" "$2")
  [ "$sum" -ge "$3" ] && [ "$sum" -le $(($3 + 500)) ] || die "$2 in $1: $sum, not $3"
}
# count_operations_of EXPECTED_STATUS PROGRAM...: in counts.csv.
count_operations_of() {
  run "$1" hpcast trace -o T -- "${@:2}"
  run 0 hpcast trace operations T -o counts.csv
}
count_operations() { count_operations_of 0 "$@"; }
# on_the_load_before PROGRAM...: how many loads take their address from the load just before.
on_the_load_before() {
  "$count" --valgrind --code "$@" >counts || die "does not run"
  sed -n 's/^distance:1 //p' counts
}

case $case in
  operations)
    grep -qw fma /proc/cpuinfo || { echo "skipped: no FMA here"; exit 77; }
    compile -mavx2 -mfma -fno-tree-vectorize -fno-unroll-loops "$tests/programs/operations.c" -o p
    count_operations ./p
    expect fused_scalar dp_flops_scalar 2000
    expect fused_256 dp_flops_256 2000
    expect fused_256_single sp_flops_256 2000
    expect sse dp_flops_128 4000
    expect avx dp_flops_256 3000
    expect x87 x87_flops 1000
    for phase in fused_scalar fused_256 fused_256_single sse avx x87; do
      [ "$(awk -F, -v phase=$phase '$2 == phase { for (i = 8; i <= NF; ++i) n += $i > 0 } END { print n }' counts.csv)" = 1 ] ||
        die "$phase has more than one kind of FLOPs"
    done
    # A phase's beginning and end are some references and instructions: differences tell.
    run 0 "$count" --valgrind ./p
    cp output counts
    [ "$(sed -n 's/^nontemporal32 //p' counts)" = 250 ] || die 'streaming stores'
    for follow in '' --code; do
      # shellcheck disable=SC2086
      run 0 "$count" --valgrind $follow ./p
      gathered=$(sed -n 's/^phase:gather //p' output)
      [ "$gathered" -ge 1000 ] && [ "$gathered" -le 1050 ] || die "gathered $follow: $gathered"
    done
    ;;
  kernels)
    # Triad: 2 FLOPs an element; dgemm: 2 n^3. What else there is does not depend on the size.
    count_operations "$build/workloads/native/triad" 1000 4
    small=$(awk -F, '$2 == "triad" { s += $8 + $9 + $10 } END { print s }' counts.csv)
    count_operations "$build/workloads/native/triad" 51000 4
    large=$(awk -F, '$2 == "triad" { s += $8 + $9 + $10 } END { print s }' counts.csv)
    [ $((large - small)) -eq $((2 * 50000 * 4)) ] || die "triad: $((large - small)) FLOPs"
    for n in 40 60; do
      count_operations "$build/workloads/native/dgemm" $n
      flops=$(awk -F, '$2 == "dgemm" { s += $8 + $9 + $10 } END { print s }' counts.csv)
      echo "dgemm $n: $flops"
      excess[$n]=$((flops - 2 * n * n * n))
    done
    # The clock that measures GFLOP/s is in the phase as well, at most.
    [ "${excess[40]}" -eq "${excess[60]}" ] && [ "${excess[40]}" -le 8 ] || die "dgemm: excess ${excess[*]}"
    ;;
  start_up)
    # Before main: told apart in dynamic, static and stripped programs.
    echo 'int main(void) { return 0; }' >empty.c
    for flags in '' '-static' '-no-pie' '-s' '-static -s'; do
      # shellcheck disable=SC2086
      compile $flags empty.c -o p
      count_operations ./p
      [ "$(awk -F, '$3 == "start-up" { print $4 }' counts.csv)" -gt 1000 ] || die "no start-up: $flags"
      [ "$(awk -F, '$3 == "main" { s += $4 } END { print s }' counts.csv)" -lt 20000 ] || die "main: $flags"
    done
    ;;
  code)
    compile -fno-tree-vectorize -fno-unroll-loops "$tests/programs/chase.c" -o p
    streamed=$(on_the_load_before ./p stream)
    for kind in chase gather; do
      # Besides the loop's 10,000: what differs in finding out which one it is.
      more=$(($(on_the_load_before ./p $kind) - streamed))
      [ $more -ge 9900 ] && [ $more -le 10100 ] || die "$kind: $more depend on the load before"
    done
    # As many instructions as the operation counts have, which are counted apart.
    "$count" --valgrind --code ./p chase >counts || die "does not run"
    told=$(sed -n 's/^instructions //p' counts)
    counted=$(sed -n 's/^operations:instructions //p' counts)
    [ "$told" -gt 20000 ] && [ "$told" -eq "$counted" ] || die "instructions: $told, counted $counted"
    # Of a loop with one instruction of each kind: a turn more, one of each more.
    compile "$tests/programs/kinds.c" -o kinds
    for turns in 1000 3000; do
      "$count" --valgrind --code ./kinds $turns >counts.$turns || die "kinds does not run"
    done
    more() { echo $(($(sed -n "s/^$1 //p" counts.3000) - $(sed -n "s/^$1 //p" counts.1000))); }
    for kind in multiply shift bit-count divide float-add float-compare float-multiply float-divide float-root \
      convert logic vector-integer vector-multiply vector-shift shuffle transfer atomic fence call-indirect return; do
      [ "$(more "kind:$kind")" -eq 2000 ] || die "$kind: $(more "kind:$kind") more in 2000 turns"
    done
    [ "$(more kind:x87)" -eq 4000 ] || die "x87: $(more kind:x87)"
    # Four steps and the look whether there is another.
    [ "$(more kind:string)" -eq 10000 ] || die "string: $(more kind:string)"
    # The loop's own branch, and one in every other turn.
    [ "$(more taken)" -eq 3000 ] && [ "$(more not_taken)" -eq 1000 ] ||
      die "branches: $(more taken) taken, $(more not_taken) not"
    compile -g "$tests/programs/kinds.c" -o kinds
    run 0 hpcast trace -o K --code -- ./kinds 30000
    run 0 hpcast trace summary K
    said 'of them in the loop at main, kinds.c:' output
    said '^branches taken  ' output
    said ' 30 k  ' output
    # The streams replay as they are, with the same counts, and take at most a byte more for each superblock.
    run 0 hpcast trace -o D --code -- ./p chase
    run 0 hpcast trace -o T -- ./p chase
    run 2 hpcast trace summary T
    said 'T: does not tell what was executed' errors
    for t in D T; do run 0 hpcast memory i7-7700k $t --json $t.json; done
    for t in D T; do grep -A14 '"name": "L1_0"' $t.json >$t.l1; done
    cmp D.l1 T.l1 || die 'the code changes the references'
    executed=$(sed -n 's/^block //p' counts)
    [ $(($(stat -c %s D/thread-00000.hpt) - $(stat -c %s T/thread-00000.hpt))) -lt "$executed" ] ||
      die "$executed superblocks: $(ls -l [DT]/thread-00000.hpt)"
    ;;
  regions)
    # Those that the program names; OpenMP's as an ordinary compiler makes them of opari2's output.
    compile -pthread "$tests/../../compiler/tests/programs/regions.c" -o p
    run 0 "$count" --valgrind --regions ./p
    said '^region 1 outer$' output
    said '^region 3 outer > inner ü$' output
    said '^region 1 thread$' output
    said '^clock_faults 0$' output
    run 0 "$count" --valgrind --regions ./p many
    said '^region 1 region 4094$' output
    said '^region 905 (more regions)$' output
    run 0 hpcast trace -o T --regions -- ./p
    said '"name": "inner ü"' T/manifest.json
    run 0 "$count" --valgrind ./p
    ! grep -q '^region_enter' output || die 'not asked for'
    command -v opari2 >/dev/null || { echo "skipped: no opari2"; exit 77; }
    library=$(find "$build" -name libhpcast_pomp2.a)
    opari2 --disable=omp:locks "$tests/../../compiler/tests/programs/constructs.c" c.c || die opari2
    compile -I"${library%/*}/include" -fopenmp c.c "$library" -o c
    run 0 env OMP_NUM_THREADS=2 "$count" --valgrind --regions ./c
    said '^region 2 !$omp parallel @constructs.c:13$' output
    said '^region 2 !$omp parallel @constructs.c:13 > !$omp for @constructs.c:15$' output
    said '^region 1 mine$' output
    said '^unbegun_regions 0$' output
    ;;
  fortran)
    command -v gfortran >/dev/null || { echo "skipped: no gfortran"; exit 77; }
    compile -c "$include/hpcast_without_tracer.c" -o without.o
    gfortran -O2 -fopenmp -I"$include" "$tests/programs/threads.f90" without.o -o p || die "does not compile"
    count_operations ./p
    expect work dp_flops_scalar 20003
    ;;
  tracer_chosen)
    run 0 hpcast memory i7-7700k --json r.json -- "$build/workloads/native/triad" 1000 1
    said '"tracer": "valgrind"' r.json
    run 0 hpcast memory i7-7700k --json r.json -- "$build/workloads/traced/triad" 1000 1
    said '"tracer": "compiler"' r.json
    run 0 hpcast memory i7-7700k --tracer valgrind --json r.json -- "$build/workloads/traced/triad" 1000 1
    said '"tracer": "valgrind"' r.json
    said '"name": "triad"' r.json # the phases too
    said 'what hpcast-cc has put into it is counted with it' r.json
    run 0 hpcast trace -o T --tracer valgrind -- "$build/workloads/traced/triad" 1000 1
    said 'what hpcast-cc has put into it is counted with it' T/manifest.json
    run 2 hpcast memory i7-7700k --tracer compiler -- "$build/workloads/native/triad" 1000 1
    said "not compiled with hpcast-cc" errors
    ;;
  script)
    printf '#!/bin/sh\nexit 5\n' >s && chmod +x s
    run 5 hpcast trace -o T --tracer valgrind -- ./s
    run 0 hpcast memory i7-7700k T
    ;;
  user_settings)
    # Valgrind's own settings are for its own tools.
    echo '--leak-check=full' >.valgrindrc
    run 0 env HOME="$work" VALGRIND_OPTS=--leak-check=full hpcast trace -o T -- /bin/true
    ;;
  unknown_instruction)
    compile "$tests/programs/avx512.c" -o p
    run 132 hpcast trace -o T -- ./p
    said 'an instruction that Valgrind does not know (AVX-512' errors
    run 132 hpcast memory i7-7700k -- ./p
    said 'the trace is partial: it executed an instruction that Valgrind does not know (AVX-512' errors
    said 'compile it with -mno-avx512f' errors
    run 0 hpcast memory i7-7700k T
    said 'Partial: .*AVX-512' output
    ;;
  awkward)
    compile -pthread "$tests/programs/awkward.c" -o p
    for what in barrier code jump handler fork main vain; do
      run 3 ./p $what
      count_operations_of 3 ./p $what
      case $what in
        jump | handler | fork | main) expect_about work loads 1000000 ;;
        vain) expect_about work loads 2000 ;;
      esac
      run 3 hpcast memory i7-7700k -- ./p $what
    done
    run 132 hpcast trace -o T -- ./p trap
    said 'ended by a signal (Illegal instruction)' errors
    ;;
  page_end)
    compile -nostdlib -static "$tests/programs/page_end.S" -o p
    run 7 hpcast memory i7-7700k -- ./p
    ;;
  many_threads)
    # More than can be traced at one time run even so.
    compile -pthread "$tests/programs/many_threads.c" -o p
    run 3 hpcast trace -o T -- ./p 1100
    said 'partial: 77 threads beyond' errors
    ;;
  too_many_threads)
    # More than Valgrind takes are told of. Slow: Valgrind starts 4096 before.
    compile -pthread "$tests/programs/many_threads.c" -o p
    run 1 hpcast trace -o T -- ./p 5000
    said 'Valgrind says: Max number of threads is too low' errors
    ;;
  huge_mapping)
    # There is no room for it beside Valgrind's own, though there is without.
    compile "$tests/programs/huge_mapping.c" -o p
    ./p || { echo 'skipped: no room for it at all'; exit 77; }
    run 1 hpcast memory i7-7700k --json r.json -- ./p
    said 'a mapping of 65536 GiB, which failed' r.json
    run 1 hpcast memory i7-7700k --json r.json -- ./p closed
    ! grep -q 'which failed' r.json || die 'it fails without Valgrind too'
    ;;
  descriptors)
    # The program has those that hpcast was given, and no others.
    compile "$tests/programs/descriptors.c" -o p
    for given in '' '9</dev/null' '<&-' '>&-' '<&- >&-'; do
      eval "./p $given" 2>native || die "./p $given"
      eval "hpcast trace -o T -- ./p $given" >output 2>errors
      grep -qFx "$(cat native)" errors || die "$given: not $(cat native)"
      run 0 hpcast memory i7-7700k T
    done
    ;;
  setuid)
    [ "$(id -u)" -eq 0 ] || { echo "skipped: not root"; exit 77; }
    cp /bin/true p && chown nobody p && chmod u+s p
    run 2 hpcast trace -o T -- ./p
    said 'setuid' errors
    nothing_left_but p
    ;;
  not_64_bit)
    # An ELF header of i386, and one of AArch64.
    printf '\x7fELF\x01\x01\x01%09d\x02\x00\x03\x00%044d' 0 0 >i386
    printf '\x7fELF\x02\x01\x01%09d\x02\x00\xb7\x00%044d' 0 0 >aarch64
    chmod +x i386 aarch64
    for p in i386 aarch64; do
      run 2 hpcast trace -o T -- ./$p
      said 'no 64-bit x86 program' errors
    done
    # One that did not come over whole.
    head -c 64 /bin/true >half && chmod +x half
    run 2 hpcast trace -o T -- ./half
    said "'.*half' is cut off" errors
    nothing_left_but 'i386|aarch64|half'
    ;;
  no_tool)
    mkdir bin && cp "$build/bin/hpcast" bin
    run 2 bin/hpcast trace -o T -- /bin/true
    said 'is not set up' errors
    said './run --with valgrind' errors
    run 2 bin/hpcast memory "$build/share/hpcast/machines/i7-7700k.dat.json" -- /bin/true
    said 'is not set up' errors
    nothing_left_but bin
    ;;
  wrong_version)
    mkdir -p bin "${libdir:=lib}/hpcast"
    cp "$build/bin/hpcast" bin
    cp -r "$build/$libdir/hpcast/valgrind" "$libdir/hpcast"
    echo 3.18.1-1 >"$libdir/hpcast/valgrind/version"
    run 2 bin/hpcast trace -o T -- /bin/true
    said 'was built for Valgrind 3.18.1, and .* is installed' errors
    nothing_left_but "bin|$libdir"
    ;;
  core_times)
    # What cores wait for is told where it is known, else why it is not.
    compile -o chase -x c - <<'END'
#include <stdlib.h>
enum { lines = 1 << 16 };
int main(void) {
  unsigned *p = malloc(lines * 64), x = 0;
  for (unsigned i = 0; i < lines; ++i) p[i * 16] = (i * 48271u + 11) % lines;
  for (int i = 0; i < 100000; ++i) x = p[x * 16];
  return x == lines;
}
END
    run 0 hpcast memory i7-7700k --json own.json -- ./chase
    said 'limited by core0 (core): waiting for memory' output
    said '^waiting for memory  *[0-9]' output
    said '"executing": {' own.json
    run 0 hpcast memory i7-7700k --model pmnet --json - -- ./chase
    ! grep -q '"executing"' output || die 'as in PMNet, yet not'
    said "the cores' own time: as in PMNet" output
    run 0 hpcast memory i7-7700k --sample sets:4 --json - -- ./chase
    said "the cores' own time: a sample does not tell" output
    sed 's/, "pipeline": {[^}]*}//' "$build/share/hpcast/machines/i7-7700k.dat.json" >plain.dat.json
    run 0 hpcast memory plain.dat.json --json - -- ./chase
    said "the cores' own time: the machine's cores have no pipeline" output
    run 0 hpcast trace -o T -- ./chase
    run 0 hpcast memory i7-7700k T --json -
    said "the cores' own time: it is not known what was executed" output
    run 0 hpcast trace --code -o C -- ./chase
    run 0 hpcast memory i7-7700k C
    said 'limited by core0 (core): waiting for memory' output
    ;;
  condition)
    # The second thread works when the first has worked and signalled: one after the other.
    compile -pthread "$tests/programs/condition.c" -o p
    for how in signal broadcast; do
      run 0 hpcast memory i7-7700k --json r.json -- ./p $how 200000
      awk '$1 == "\"time_s\":" && !seen { seen = 1; exit !($2 > 0.00075 && $2 < 0.00095) }' r.json ||
        die "$how: $(grep -m1 time_s r.json)"
    done
    ;;
  locks)
    # Threads that hold a lock all the time take as long as one that does it all; who holds it for a
    # quarter of its time, three others as well, hardly waits.
    compile -pthread "$tests/programs/locks.c" -o p
    time_of() {
      run 0 hpcast memory i7-7700k --json r.json -- ./p "$@"
      awk '$1 == "\"time_s\":" { print $2 + 0; exit }' r.json
    }
    alone=$(time_of 1 800 500 0) in_turn=$(time_of 4 200 500 0) mostly_free=$(time_of 4 200 500 1600)
    awk -v a="$alone" -v b="$in_turn" -v c="$mostly_free" -v all="$(time_of 1 200 2100 0)" \
      'BEGIN { exit !(b > 0.97 * a && b < 1.05 * a && c > 0.97 * all && c < 1.1 * all) }' ||
      die "$alone s alone, $in_turn s in turn; $mostly_free s mostly free"
    ;;
  library_locks)
    # What a library locks while it waits for others is not told, however often; what the program
    # locks is.
    compile -shared -fPIC -pthread "$tests/programs/waiting_library.c" -o libwaits.so
    compile -pthread "$tests/programs/library_locks.c" -L. -lwaits "-Wl,-rpath,$PWD" -o p
    events() {
      awk '$1 == "\"words\":" { words += $2 } $1 == "\"references\":" { references += $2 }
        END { print words - references }' T/manifest.json
    }
    run 0 hpcast trace -o T -- ./p 0 100000
    [ "$(events)" -lt 1000 ] || die "$(events) words of events"
    run 0 hpcast trace -o T -- ./p 1000 0
    [ "$(events)" -gt 3000 ] || die "$(events) words of events"
    ;;
  spinning)
    # Threads that wait for flags are a pipeline, whose time is known, however long they spun here.
    command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }
    compile -pthread "$tests/programs/spin.c" -o p
    check() { python3 "$tests/pipeline_time.py" "$@" || die "$*"; }
    for kind in flag counter bare stored; do
      for what in '5 2000 1000 0' '5 2000 1000 300' '10 500 1500 20' '200 10 10 20'; do
        # shellcheck disable=SC2086
        run 0 hpcast memory i7-7700k -o T --json live.json -- ./p $kind $what
        # shellcheck disable=SC2086
        check live.json $what
        case $what in
          *300) said '"part": "spinning"' live.json ;;
          200*)
            run 0 hpcast memory i7-7700k T --host-threads 1 --json replayed.json
            check live.json replayed.json
            ;;
        esac
      done
    done
    # What works counts as work, whatever it looks like.
    for kind in sum search list bound poll; do
      run 0 hpcast trace -o W --code -- ./p $kind 100000
      run 0 hpcast trace operations W -o counts.csv
      ! grep -q spinning counts.csv || die "$kind spins"
      [ "$(sum_of start instructions)" -gt 300000 ] || die "$kind: $(sum_of start instructions)"
    done
    ;;
  spinners)
    # Chunks of work that wait for each other by flags, whatever comes between: none is lost, nor
    # done too early. The file says of each kind how many wait for each other, and how many there are,
    # and which part of their time has to be there: who comes late to a flag in the traced run has
    # not seen that it was set.
    command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }
    compile -pthread "$tests/programs/spinners.c" -o p
    forecast() { run 0 hpcast memory i7-7700k -o T --json "$1.json" -- ./p "$2" "$3"; }
    check() {
      python3 "$tests/spinners_time.py" alone.json twice.json live.json "${@:2}" || die "$1"
    }
    for units in 400 4000; do
      forecast alone alone $units && forecast twice alone $((2 * units))
      while read -r kind of chunks in_all least; do
        [ "$of" = $units ] || continue
        forecast live "$kind" $units
        check "$kind" "$chunks" "$in_all" "${least:-0.97}"
      done <<'END'
turns2     400  60 60 0.9
turns3     400  60 60 0.9
turns12    400  60 60 0.9
sleep      4000 2  2
semaphore  4000 2  2
mutex      4000 2  2
condition  4000 2  2
join       4000 2  2
one_of_two 4000 2  2
two_pauses 4000 2  2
peeled     4000 6  10
monitor    4000 5  9
sequence_lock 4000 5 9
cancelled  4000 1  1
handler    4000 2  2
END
    done
    forecast alone alone 40 && forecast twice alone 80
    # Between their locks both threads do less than a batch holds. Chunks are so short that page
    # faults' places show.
    for kind in ticket_lock queue_lock; do
      forecast live $kind 40
      check $kind 12 21 0.9 1.12
    done
    # Each flag is used once: who comes late in the traced run has not seen some of them set.
    for seed in 1 2 3; do
      read -r chunks in_all <<<"$(./p graph$seed 40)"
      forecast live graph$seed 40
      check graph$seed "$chunks" "$in_all" 0.75 1.12
    done
    run 0 hpcast memory i7-7700k T --json replayed.json
    python3 "$tests/pipeline_time.py" live.json replayed.json || die 'replayed otherwise'
    ;;
  looking_works)
    # Where it is not known that a loop only waits, it works: who hashes meanwhile, who is alone,
    # who looks at memory that processes share. None of them sleeps.
    compile -pthread "$tests/programs/spinners.c" -o p
    for what in 'hash 1' 'poll 100' 'processes 1'; do
      # shellcheck disable=SC2086
      run 0 timeout 60 hpcast trace -o T --code -- ./p $what
      run 0 hpcast trace operations T -o counts.csv
      ! grep -q spinning counts.csv || die "$what: spins"
    done
    # Nor is it waiting to have looked as often as was to be, while the others sleep.
    run 0 timeout 60 hpcast trace -o T --code -- ./p bounded 20
    run 0 hpcast trace operations T -o counts.csv
    [ "$(awk -F, '$3 == "main" { s += $4 } END { print s }' counts.csv)" -gt 10000000 ] || die 'bounded: not all turns'
    run 0 timeout 60 hpcast trace -o T --code -- ./p poll 100
    run 0 hpcast trace operations T -o counts.csv
    [ "$(awk -F, '$3 == "main" { s += $4 } END { print s }' counts.csv)" -gt 300000 ] || die 'poll: not all turns'
    ;;
  wrong_options)
    run 2 hpcast trace -o T --code -- "$build/workloads/traced/triad_tsan" 1000 1
    said '--code' errors
    nothing_left_but ''
    ;;
  operations_file)
    run 0 hpcast trace -o T -- "$build/workloads/native/triad" 10000 2
    # What SDE says of the whole run, entered by hand.
    printf 'instructions,dp_flops\n42000000,84000000\n' >sde.csv
    run 0 hpcast memory i7-7700k T --operations sde.csv --json a.json
    echo '{"format": "hpcast-operations", "operations": [{"instructions": 42000000, "dp_flops": 84000000}]}' >sde.json
    run 0 hpcast memory i7-7700k T --operations sde.json --json b.json
    for file in a.json b.json; do
      [ "$(grep -o '"num_inst": [0-9.]*' $file | awk '{ s += $2 } END { printf "%.0f", s }')" = 42000000 ] || die "$file: instructions"
    done
    # Of another run, as its loads tell.
    hpcast trace operations T -o own.csv >output
    run 0 hpcast memory i7-7700k T --operations own.csv --json own.json
    ! grep -q 'the operation counts are of this run' own.json || die 'its own counts are doubted'
    printf 'instructions,loads\n42000000,90000000\n' >other.csv
    run 0 hpcast memory i7-7700k T --operations other.csv --json other.json
    said 'the operation counts are of this run, though they tell of 90 M loads' other.json
    run 2 hpcast memory i7-7700k T --operations /dev/null
    said 'is empty' errors
    echo '{"format": "hpcast-operations", "operations": [{"instruction": 1}]}' >wrong.json
    run 2 hpcast memory i7-7700k T --operations wrong.json
    said "did you mean 'instructions'" errors
    printf 'thread,instructions\n77,1\n' >wrong.csv
    run 2 hpcast memory i7-7700k T --operations wrong.csv
    said 'thread 77' errors
    printf 'phase,instructions\nnosuch,1\n' >wrong.csv
    run 2 hpcast memory i7-7700k T --operations wrong.csv
    said "phase 'nosuch'" errors
    printf 'instructions,dp_flops\n1\n' >wrong.csv
    run 2 hpcast memory i7-7700k T --operations wrong.csv
    said 'wrong.csv:2' errors
    ;;
  *) die "no such case" ;;
esac
