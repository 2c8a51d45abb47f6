#!/bin/bash
# Tests of the compiler tracer: compiles small programs with the wrappers, runs them alone and in a
# channel, and checks what arrives.   tracer_test.sh BIN COUNT_STREAM CASE
set -u
bin=$1 count=$2 case=$3 tracer=${HPCAST_TRACER:-tsan}
programs=$(cd "$(dirname "$0")/programs" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

die() {
  echo "FAILED: $*" >&2
  [[ -f counts ]] && sed 's/^/  /' counts >&2
  exit 1
}
# build OUTPUT WRAPPER ARGUMENTS...
build() { "$bin/$2" "${@:3}" -o "$1" || die "does not compile: ${*:2}"; }
# trace [FLAGS] PROGRAM ARGUMENTS...: the counts in the file counts, the exit status in $status
trace() {
  timeout 60 "$count" "$@" >counts
  status=$?
}
value() { awk -v key="$1" '$1 == key {print $2; found = 1} END {if (!found) print 0}' counts; }
# flags_of_case: what the end of the case's name says, as `flags`
flags_of_case() {
  case $case in
    *_haswell)
      grep -qw avx2 /proc/cpuinfo || { echo "skipped: a processor without AVX2"; exit 77; }
      flags=(-O3 -march=haswell)
      ;;
    *_unrolled) flags=(-O3 -ffast-math -funroll-loops) ;;
    *_intel) flags=(-O2 -masm=intel) ;;
    *_fPIC) flags=(-O2 -fPIC) ;;
    *_static) flags=(-O2 -static) ;;
    *_lto) flags=(-O3 -flto) ;;
    *_*) flags=("-${case#*_}") ;;
    *) flags=(-O2) ;;
  esac
}
# alike A B PART: two files of counts differ by no more than that part of them
alike() {
  awk -v part="$3" '$1 == "sequence" || $1 == "set" {next} NR == FNR {a[$1] = $2; next}
    {d = $2 - a[$1]; if (d < 0) d = -d; if (d > part * $2) exit 1}' "$1" "$2"
}
# bytes read|write: of all sizes
bytes() { awk -v op="$1" 'index($1, op) == 1 {sum += substr($1, length(op) + 1) * $2} END {print sum}' counts; }
# expect KEY OPERATOR NUMBER
expect() { [ "$(value "$1")" "$2" "$3" ] || die "$1 is $(value "$1"), not $2 $3"; }
# entered TIMES 'OUTER > INNER'
entered() { grep -qxF "region $1 $2" counts || die "region $2 not entered $1 times"; }
balanced() {
  expect unbegun_regions -eq 0
  expect unended_regions -eq 0
}
sound() {
  expect unsatisfied_waits -eq 0
  expect clock_faults -eq 0
  expect refused -eq 0
}
complete() {
  sound
  grep -q '^incomplete $' counts || die "marked incomplete"
}
partial() {
  sound
  grep -q '^incomplete .' counts || die "not marked incomplete"
}
same_output_untraced() {
  local native=$1 traced=$2
  [ "$("./$native")" = "$("./$traced")" ] || die "prints something else"
}

optional() { command -v "$1" >/dev/null || { echo "skipped: no $1"; exit 77; }; }

c_ranges() {
  build p hpcast-cc -O2 "$programs/ranges.c" "$@"
  trace ./p
  complete
  if [[ $tracer == plugin ]]; then
    # What GCC makes of them: two of the copies are overwritten unread, which it leaves out.
    [ "$(bytes read)" = $((100 + 96 + 1)) ] || die "$(bytes read) bytes are read"
    [ "$(bytes write)" = $((128 + 100 + 96 + 1)) ] || die "$(bytes write) bytes are written"
  else
    expect read32 -eq 7
    expect write32 -eq 11
    expect read16 -eq 2
    expect write8 -eq 2
    expect read1 -ge 2
  fi
}
threads_program() { build p hpcast-cc -O2 "$programs/threads.c" -pthread "$@"; }

# Of the plugin alone: plugin_cases in CMakeLists.txt.
[[ $tracer == tsan || -f $(gcc -print-file-name=plugin)/include/gcc-plugin.h ]] ||
  { echo "skipped: no headers for GCC's plugins"; exit 77; }
case $case in
  ranges) c_ranges ;;
  ranges_O3_native) c_ranges -O3 -march=native ;;
  ranges_lto) c_ranges -flto ;;
  ranges_static) c_ranges -static ;;
  ranges_no_pie) c_ranges -no-pie ;;
  ranges_clang)
    optional clang
    build p hpcast-cc --hpcast-compiler=clang -O1 "$programs/ranges.c"
    trace ./p
    complete
    expect write32 -ge 8
    ;;
  atomics)
    build p hpcast-c++ -O2 "$programs/atomics.cc" -latomic
    trace ./p
    [ "$status" = 0 ] || die "wrong results"
    complete
    for size in 1 2 4 8; do expect "write$size" -ge 6; done
    expect write16 -ge 1
    ;;
  atomics_clang)
    optional clang++
    build p hpcast-c++ --hpcast-compiler=clang -O2 "$programs/atomics.cc" -mcx16
    trace ./p
    [ "$status" = 0 ] || die "wrong results"
    ;;
  exceptions | exceptions_O0 | exceptions_static | exceptions_lto)
    case $case in *O0) flags=-O0 ;; *static) flags="-O2 -static" ;; *lto) flags="-O2 -flto" ;; *) flags=-O2 ;; esac
    g++ "$programs/exceptions.cc" -o native
    build p hpcast-c++ $flags "$programs/exceptions.cc"
    same_output_untraced native p
    trace ./p
    complete
    expect threads -eq 4
    expect thread_end -eq 4
    expect signal -ge 3003
    ;;
  fortran)
    optional gfortran
    build p hpcast-fortran -O2 -fopenmp "$programs/openmp.f90"
    trace ./p
    complete
    expect threads -eq 3
    expect phase:work -ge 3000
    expect wait -ge 10
    ;;
  fortran_static)
    # Its library takes threads to be there, and closes its units with them at the end.
    optional gfortran
    echo 'real(8) :: x(1000); x = 1; print *, sum(x); end' >print.f90
    for flags in -static -static-pie '-static -fopenmp'; do
      # shellcheck disable=SC2086
      build p hpcast-fortran -O0 $flags print.f90
      [[ $(./p) == *1000.0* ]] || die "$flags: prints $(./p)"
      trace ./p
      [ "$status" = 0 ] || die "$flags: status $status"
      complete
      expect read8 -ge 1000
    done
    build p hpcast-fortran -O2 -static -fopenmp "$programs/openmp.f90"
    trace ./p
    [ "$status" = 0 ] || die "status $status"
    complete
    expect threads -eq 3
    ;;
  openmp | openmp_static)
    flags=-O2
    [ $case = openmp_static ] && flags="-O2 -static"
    build p hpcast-cc $flags -fopenmp "$programs/openmp.c"
    [ "$(./p)" = "105 15 22492500" ] || die "prints $(./p)"
    trace ./p
    complete
    expect threads -ge 3
    expect write8 -ge 15000
    expect wait -ge 100
    ;;
  openmp_clang)
    optional clang
    echo 'int main(void){return 0;}' | clang -x c -fopenmp - -o /dev/null 2>/dev/null || { echo "skipped: no libomp"; exit 77; }
    build p hpcast-cc --hpcast-compiler=clang -O1 -fopenmp "$programs/openmp.c"
    trace ./p
    sound
    expect threads -ge 3
    expect wait -ge 50
    ;;
  barrier)
    threads_program
    trace ./p barrier
    complete
    expect signal -ge 34
    expect wait -ge 30
    ;;
  condition | pipe | semaphore | cancel)
    threads_program
    trace ./p "$case"
    complete
    [ "$status" = 0 ] || die "status $status"
    expect thread_end -eq 2
    expect wait -ge 2
    ;;
  semaphore_static)
    threads_program -static
    trace ./p semaphore
    complete
    expect thread_end -eq 2
    ;;
  pthread_exit)
    threads_program
    trace ./p pthread_exit
    complete
    expect thread_end -eq 3
    ;;
  many_threads)
    threads_program
    trace --threads 8 ./p many
    complete
    expect threads -eq 501
    expect write8 -ge 50000
    ;;
  c11_threads)
    build p hpcast-cc -O2 "$programs/c11_threads.c" -pthread
    trace ./p
    [ "$status" = 0 ] || die "status $status"
    complete
    expect threads -eq 5
    expect write8 -ge 4000
    ;;
  exit_in_thread)
    threads_program
    trace ./p exit_in_thread
    [ "$status" = 5 ] || die "status $status"
    complete
    expect write8 -ge 100
    ;;
  exit_beside_threads)
    threads_program
    trace ./p exit_beside_threads
    [ "$status" = 4 ] || die "status $status"
    complete
    ;;
  underscore_exit)
    threads_program
    trace ./p _exit
    [ "$status" = 6 ] || die "status $status"
    complete
    ;;
  abort)
    threads_program
    trace ./p abort
    [ "$status" = 134 ] || die "status $status"
    partial
    expect write8 -ge 100
    ;;
  kill)
    threads_program
    trace ./p kill
    [ "$status" = 137 ] || die "status $status"
    partial
    expect write8 -eq 12345
    ;;
  signals | siglongjmp)
    threads_program
    trace ./p "$case"
    complete
    [ "$status" = 0 ] || die "status $status"
    expect write8 -ge 4096
    ;;
  fork)
    threads_program
    trace ./p fork
    complete
    expect write8 -eq 10
    expect threads -eq 1
    ;;
  fork_exec)
    threads_program
    trace ./p fork_exec
    partial
    expect threads -eq 1
    ;;
  exec)
    threads_program
    trace ./p exec
    [ "$status" = 0 ] || die "status $status"
    partial
    ;;
  through_shell)
    threads_program
    trace sh -c './p barrier; exit 9'
    [ "$status" = 9 ] || die "status $status"
    complete
    expect threads -eq 3
    ;;
  uninstrumented)
    trace true
    expect instrumented -eq 0
    partial
    ;;
  not_found)
    timeout 60 "$count" ./nowhere 2>message
    [ $? = 2 ] || die "status"
    grep -q "cannot run './nowhere': No such file" message || die "message"
    ;;
  dlopen)
    build plugin.so hpcast-cc -O2 -fPIC -shared "$programs/dlopened.c" -Wl,-z,defs
    build p hpcast-cc -O2 "$programs/loads_library.c" -ldl
    trace ./p ./plugin.so
    complete
    expect write8 -ge 5000
    # What is copied is zero as far as GCC sees.
    if [[ $tracer == tsan ]]; then expect read32 -eq 2; else expect write16 -eq 4; fi
    [[ $tracer == tsan ]] || expect operations:instructions -ge 25000
    ;;
  streaming | streaming_clang)
    flags=
    [ $case = streaming_clang ] && { optional clang; flags=--hpcast-compiler=clang; }
    gcc "$programs/streaming.c" -I"$programs/../../include" -o native || die "native"
    build p hpcast-cc $flags -O2 "$programs/streaming.c"
    same_output_untraced native p
    trace ./p
    complete
    expect nontemporal16 -eq 10
    expect nontemporal4 -eq 1
    expect nontemporal8 -eq 1
    grep -qw avx /proc/cpuinfo && expect nontemporal32 -eq 5
    expect write16 -eq 0
    expect read32 -ge 2
    ;;
  phases)
    build p hpcast-cc -O2 "$programs/phases.c" -pthread
    trace ./p
    complete
    expect phase:first -ge 200000
    expect phase:second -ge 200000
    expect phase -ge 4
    ;;
  phase_names)
    build p hpcast-cc -O2 "$programs/phase_names.c"
    trace ./p
    complete
    expect phase:first -ge 1000
    expect "phase:$(printf '%255s' | tr ' ' x)" -ge 2000
    expect "phase:y$(printf '%253s' | tr ' ' x)" -ge 3000
    grep -q '^phase: ' counts && die "a phase without a name"
    ;;
  regions)
    build p hpcast-c++ -O0 "$programs/exceptions.cc"
    trace --regions ./p
    complete
    expect region_enter -ge 100
    [ "$(value region_enter)" = "$(value region_exit)" ] || die "not balanced"
    expect unbegun_regions -eq 0
    expect unended_regions -eq 0
    entered 10 'main > fail(int)'
    entered 1 'main > fail(int) > fail(int) > fail(int) > fail(int) > fail(int) > fail(int) > fail(int) > fail(int) > fail(int) > fail(int)'
    ;;
  regions_marked)
    build p hpcast-cc -O0 "$programs/regions.c" -pthread
    trace --regions ./p
    complete
    entered 1 'main > outer'
    entered 3 'main > outer > inner ü > work'
    entered 1 'main > outer > never ended'
    entered 1 'inner > thread > work'
    # Left by longjmp.
    entered 1 'main > catch_jump > jump > jump > jump'
    entered 1 'main > catch_jump > work'
    expect unbegun_regions -eq 1
    expect unended_regions -eq 1
    trace ./p
    expect region_enter -eq 0
    # By themselves, and compiled without the tracer.
    [ "$(./p)" = done ] || die "untraced"
    gcc -std=c99 -Wall -Wextra -pedantic -Werror -D_GNU_SOURCE -I"$programs/../../include" \
      "$programs/regions.c" -pthread -o native || die "native"
    [ "$(./native)" = done ] || die "native"
    ;;
  regions_many)
    build p hpcast-cc -O2 "$programs/regions.c" -pthread
    trace --regions ./p many
    complete
    entered 1 'main > region 4094'
    entered 905 'main > (more regions)'
    expect unbegun_regions -eq 0
    ;;
  regions_dlopen)
    # Named by their symbols in the program and in what it loads; without symbols, by their place.
    build ./plugin.so hpcast-cc -O2 -fPIC -shared "$programs/dlopened.c"
    build p hpcast-cc -O2 "$programs/loads_library.c" -ldl
    trace --regions ./p ./plugin.so
    complete
    entered 1 'main > library_work'
    build p hpcast-cc -O2 -no-pie "$programs/loads_library.c" -ldl
    trace --regions ./p ./plugin.so
    entered 1 'main > library_work'
    strip p
    trace --regions ./p ./plugin.so
    grep -qE '^region 1 p\+0x[0-9a-f]+ > library_work$' counts || die "stripped"
    ;;
  regions_static)
    build p hpcast-cc -O2 -static "$programs/regions.c" -pthread
    trace --regions ./p
    complete
    entered 3 'main > outer > inner ü'
    ;;
  regions_fortran)
    optional gfortran
    build p hpcast-fortran -O2 "$programs/regions.f90"
    trace --regions ./p
    complete
    grep -qE '^region 2 .* > solve > step$' counts || die 'names'
    expect unbegun_regions -eq 0
    ;;
  openmp_regions)
    optional opari2
    build p hpcast-cc -O2 -Wall -Wextra -Wshadow -Werror -fopenmp --openmp-regions "$programs/constructs.c"
    [ "$(./p)" = done ] || die "prints $(./p)"
    OMP_NUM_THREADS=1 trace --regions ./p
    complete
    balanced
    # Places are those of the pragmas; barriers' are where their constructs end.
    in_parallel='main > main._omp_fn.1 > !$omp parallel @constructs.c:13'
    in_single='!$omp single @constructs.c:33 > !$omp single sblock @constructs.c:33'
    entered 1 'main > main._omp_fn.0 > !$omp parallel @constructs.c:11 > !$omp for @constructs.c:11'
    entered 1 'main > main._omp_fn.0 > !$omp parallel @constructs.c:11 > !$omp for @constructs.c:11 > !$omp implicit barrier @constructs.c:12'
    for region in '!$omp for @constructs.c:15' '!$omp master @constructs.c:21' \
      '!$omp barrier @constructs.c:23' '!$omp atomic @constructs.c:24' \
      '!$omp single @constructs.c:17 > !$omp single sblock @constructs.c:17' \
      '!$omp single @constructs.c:17 > !$omp implicit barrier @constructs.c:18' \
      '!$omp critical @constructs.c:19 > !$omp critical sblock @constructs.c:19' \
      '!$omp implicit barrier @constructs.c:39' "$in_single > !\$omp create task @constructs.c:35"; do
      entered 1 "$in_parallel > $region"
    done
    entered 2 "$in_parallel > !\$omp sections @constructs.c:26 > !\$omp section @constructs.c:26"
    grep -q '^region 1 .*> !$omp task @constructs.c:35$' counts || die task
    entered 1 'main > mine'
    OMP_NUM_THREADS=3 trace --regions ./p
    complete
    balanced
    [ "$(awk '/^region .*!\$omp parallel @constructs.c:13$/ {n += $2} END {print n}' counts)" = 3 ] || die threads
    ;;
  openmp_regions_fortran)
    optional gfortran
    optional opari2
    build p hpcast-fortran -O2 -Wall -Werror -fopenmp --openmp-regions "$programs/constructs.f90"
    [ "$(./p)" = "  3.0" ] || die "prints $(./p)"
    OMP_NUM_THREADS=1 trace --regions ./p
    complete
    balanced
    for region in 'do @constructs.f90:6' 'workshare @constructs.f90:12' 'single @constructs.f90:15' \
      'critical @constructs.f90:18' 'implicit barrier @constructs.f90:21'; do
      grep -qE "^region 1 .* > !\\\$omp parallel @constructs.f90:[0-9]+ > !\\\$omp $region\$" counts || die "$region"
    done
    ;;
  openmp_regions_steps)
    # Several sources, of one name, with headers of their own, compiled apart, in C and C++.
    optional opari2
    mkdir -p 'a b' c scratch
    export TMPDIR=$work/scratch
    echo 'static int from = 3;' >'a b/own.h'
    echo 'static int from = 4;' >c/own.h
    printf '#include "own.h"\nint f(void) {\n  int s = 0;\n#pragma omp parallel\n#pragma omp atomic\n  s += from;\n  return s;\n}\n' >'a b/x.c'
    printf '#include "own.h"\nextern "C" int f(void);\nint main() {\n  int s = 0;\n#pragma omp parallel reduction(+ : s)\n  s += from;\n  return s + f();\n}\n' >c/x.cc
    export OMP_NUM_THREADS=1
    "$bin/hpcast-cc" --openmp-regions -fopenmp -MMD -MF x.d -c 'a b/x.c' -o first.o || die "-c"
    grep -q 'a b/x.c\|a\\ b/x.c' x.d && ! grep -q 'opari.inc' x.d || die "dependences: $(cat x.d)"
    (cd c && "$bin/hpcast-c++" --openmp-regions -fopenmp -MD -c x.cc) || die "-c without -o"
    grep -q '^x.o: x.cc' c/x.d && ! grep -q 'opari.inc' c/x.d || die "dependences: $(cat c/x.d)"
    build p hpcast-c++ -fopenmp first.o c/x.o
    trace --regions ./p
    [ $status = 7 ] || die "status $status"
    complete
    grep -q '!$omp parallel @x.c:4 > !$omp atomic @x.c:5$' counts || die "C"
    grep -q '!$omp parallel @x.cc:5$' counts || die "C++"
    build p.so hpcast-cc --openmp-regions -fopenmp -shared -fPIC 'a b/x.c'
    build q hpcast-c++ --openmp-regions -fopenmp c/x.cc ./p.so
    trace --regions ./q
    grep -q '!$omp atomic @x.c:5$' counts || die "shared library"
    build s hpcast-c++ --openmp-regions -fopenmp -static c/x.cc first.o
    ./s
    [ $? = 7 ] || die "static"
    # Without -fopenmp there is nothing to do; opari2's output is nowhere left.
    "$bin/hpcast-cc" --openmp-regions -c 'a b/x.c' -o x.o || die "no OpenMP"
    [ -z "$(ls -A "$TMPDIR")" ] || die "left behind: $(ls -A "$TMPDIR")"
    ;;
  openmp_regions_clang)
    optional opari2
    optional clang
    echo 'int main(void){return 0;}' | clang -x c -fopenmp - -o /dev/null 2>/dev/null || { echo "skipped: no libomp"; exit 77; }
    build p hpcast-cc --hpcast-compiler=clang -O1 -D_GNU_SOURCE= -fopenmp --openmp-regions "$programs/constructs.c"
    OMP_NUM_THREADS=2 trace --regions ./p
    balanced
    grep -q '!$omp for @constructs.c:15$' counts || die "for"
    ;;
  openmp_regions_refused)
    echo 'int main(void){return 0;}' >m.c
    mkdir tools
    for tool in bash readlink dirname gcc sed; do ln -s "$(command -v $tool)" tools; done
    PATH=$work/tools "$bin/hpcast-cc" --openmp-regions -fopenmp -c m.c 2>message && die "without opari2"
    [ "$(cat message)" = 'hpcast-cc: --openmp-regions needs opari2, which is not installed: apt-get install opari2' ] || die "$(cat message)"
    echo m.c >sources
    "$bin/hpcast-cc" --openmp-regions -fopenmp @sources 2>message && die "a response file"
    grep -q 'one by one, not in @sources' message || die "message"
    optional opari2
    "$bin/hpcast-cc" --openmp-regions -fopenmp --hpcast-show -c m.c | grep -q '^opari2 .*m.c' || die "--hpcast-show"
    printf 'int main(void){\n#pragma omp parallel\n{ return 0;\n' >bad.c
    "$bin/hpcast-cc" --openmp-regions -fopenmp -c bad.c 2>message && die "a source that is wrong"
    grep -q 'opari2 does not understand bad.c' message || die "message"
    ;;
  requests)
    threads_program
    trace --requests ./p barrier
    grep -q '^incomplete $' counts || die "marked incomplete"
    expect requests -ge 10
    expect counters -eq 3
    ;;
  small_ring)
    build p hpcast-cc -O2 "$programs/phases.c" -pthread
    trace --words 4096 ./p
    complete
    ;;
  corners | corners_O0 | corners_Og | corners_O3_native | corners_static | corners_lto | corners_PIC)
    # What it prints is what the program prints without the tracer; GCC checks what it makes.
    case $case in
      *_native) flags=(-O3 -march=native) ;;
      *_static) flags=(-O2 -static) ;;
      *_lto) flags=(-O2 -flto) ;;
      *_PIC) flags=(-Os -fPIC -fnon-call-exceptions) ;;
      *_*) flags=("-${case#*_}") ;;
      *) flags=(-O2) ;;
    esac
    [[ $tracer == tsan ]] || flags+=(-fchecking)
    gcc "${flags[@]}" "$programs/corners.c" -lm -o native || die "native"
    build p hpcast-cc "${flags[@]}" "$programs/corners.c" -lm
    same_output_untraced native p
    trace --regions ./p
    complete
    balanced
    g++ -std=c++20 "${flags[@]}" "$programs/corners.cc" -o native || die "native"
    build p hpcast-c++ -std=c++20 "${flags[@]}" "$programs/corners.cc"
    same_output_untraced native p
    trace --regions ./p
    complete
    [[ $tracer == tsan ]] || balanced
    optional gfortran
    gfortran "${flags[@]}" -fopenmp "$programs/corners.f90" -o native || die "native"
    build p hpcast-fortran "${flags[@]}" -fopenmp "$programs/corners.f90"
    same_output_untraced native p
    trace ./p
    complete
    ;;
  loops | loops_O1 | loops_Os | loops_O3 | loops_O3_native | loops_fast)
    # What loops refer to, and what caches ask for, whether they are told as a whole or not.
    case $case in
      *_native) flags=(-O3 -march=native) ;;
      *_fast) flags=(-O3 -ffast-math -funroll-loops) ;;
      *_*) flags=("-${case#*_}") ;;
      *) flags=(-O2) ;;
    esac
    # Calls before loops would change what the scheduler does beside them.
    flags+=(-fno-schedule-insns2)
    gcc "${flags[@]}" "$programs/loops.c" -o native || die "native"
    build whole hpcast-cc "${flags[@]}" -fchecking "$programs/loops.c"
    build each hpcast-cc "${flags[@]}" -fplugin-arg-hpcast-no-loops "$programs/loops.c"
    same_output_untraced native whole
    for payload in '' --requests; do
      for p in whole each; do
        # shellcheck disable=SC2086
        trace $payload "./$p"
        complete
        # Hooks in loops cost registers, and so instructions of the program's own.
        grep -vE '^(words|phase|thread|operations:(instructions|integer))' counts >"counts.$p"
      done
      if [[ $case == *_fast ]]; then
        # Unrolled, some iterations have from a register what the one before has stored.
        alike counts.whole counts.each 0.01 || die "$payload: $(diff counts.whole counts.each)"
      else
        cmp counts.whole counts.each || die "$payload: $(diff counts.whole counts.each)"
      fi
    done
    calls() { objdump -d "$1" | grep -cE "call.*__hpcast_(avx_|avx512_)?loop"; }
    [ "$(calls whole)" -ge 10 ] && [ "$(calls each)" = 0 ] || die "$(calls whole) loops as a whole"
    ;;
  pending_errors)
    gcc -O1 "$programs/pending_errors.c" -o native || die "native"
    build p hpcast-cc -O1 "$programs/pending_errors.c"
    same_output_untraced native p
    trace ./p
    complete
    expect unmapped -ge 1
    ;;
  random_loops)
    # Not traced itself: what it has on the stack would come in between.
    gcc -O1 -mno-red-zone -c "$programs/random_loops.c" -o random_loops.o || die "does not compile"
    build p hpcast-cc random_loops.o 2>message
    same() { # LOOPS OPTION... : told as a whole or one by one, with these options of count_stream
      local how
      for how in whole each; do
        trace "${@:2}" ./p $how "$1"
        sound
        if [[ $# -eq 1 ]]; then expect read1 -ge $(($1 * 10)); else expect requests -ge $(($1 * 10)); fi
        grep -vE '^(words|phase|thread)' counts >"counts.$how"
      done
      cmp counts.whole counts.each || die "${*:2}: $(diff counts.whole counts.each)"
    }
    same 60000
    same 60000 --requests
    for caches in plru random two_ways mixed_ways short_lines inclusive exclusive through coherent \
      next_line streams; do
      same 10000 --requests --caches $caches
    done
    ;;
  random_programs)
    # Loops by chance (random_programs.py) in programs of their own; HPCAST_THOROUGH: many.
    optional python3
    levels=(-O1 -O2 -Os -O3 '-O3 -march=native' '-O2 -fno-ivopts' '-O3 -funroll-loops' '-O2 -fwrapv')
    # What of GCC's passes goes another way beside calls before loops: the two programs are to be one.
    same_code=(-fno-strict-aliasing -w -fno-schedule-insns2 -fno-tree-ter -fdisable-rtl-combine)
    count_of_programs=8 tried=0 equal=0
    [[ -z ${HPCAST_THOROUGH:-} ]] || count_of_programs=150
    for ((seed = 1; seed <= count_of_programs; ++seed)); do
      read -ra flags <<<"${levels[seed % ${#levels[@]}]} ${same_code[*]}"
      python3 "$programs/../random_programs.py" "$seed" >r.c || die "generator"
      gcc "${flags[@]}" r.c -o native 2>/dev/null || die "native"
      ./native >/dev/null || continue # out of its memory
      build whole hpcast-cc "${flags[@]}" -fchecking r.c 2>/dev/null
      build each hpcast-cc "${flags[@]}" -fplugin-arg-hpcast-no-loops r.c 2>/dev/null
      same_output_untraced native whole
      for payload in '' --requests; do
        for p in whole each; do
          # shellcheck disable=SC2086
          trace $payload "./$p"
          complete
          [[ -n $payload ]] || grep '^set ' counts >"set.$p"
          awk '/^(read|write|requests)/ {sum[substr($1, 1, 4)] += $2} END {for (i in sum) print i, sum[i]}' counts |
            sort >"sums.$p"
        done
        alike sums.whole sums.each 0.02 || die "seed $seed, ${flags[*]} $payload: $(diff sums.whole sums.each)"
      done
      grep -qv ' 0$' set.whole || die "seed $seed: nothing is seen"
      tried=$((tried + 1))
      ! cmp -s set.whole set.each || equal=$((equal + 1))
    done
    # The rest are where GCC has narrowed a load in one of them.
    ((equal * 8 >= tried * 7)) || die "$equal of $tried programs have the same references"
    ;;
  whole_objects)
    # Objects copied, cleared and begun as a text are written once, by calls or in place.
    echo 'void use(void *p) {(void)p;}' | gcc -O1 -c -x c - -o use.o
    for size in 96 240 400 2000; do
      text=$(printf 'abcdefgh%.0s' $(seq $((size / 8))))
      cat >objects.c <<END
struct object { char bytes[$size]; } from, to;
void use(void *p);
int main(void) {
  struct object cleared = {{0}};
  use(&cleared);
  char text[$size] = "${text:1}";
  use(text);
  to = from;
  use(&to);
  return 0;
}
END
      for flags in -O0 -O1 -O2 -Os -O3; do
        build p hpcast-cc $flags objects.c use.o
        trace ./p
        complete
        [ "$(bytes write)" = $((3 * size)) ] || die "$size bytes each, $flags: $(bytes write) are written"
      done
    done
    ;;
  tail_calls)
    # Calls in whose place GCC puts jumps go as deep as without the tracer.
    cat >tail.c <<'END'
__attribute__((noinline)) int odd(unsigned);
__attribute__((noinline)) int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
__attribute__((noinline)) int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(int n, char **v) { (void)v; return even(3000000u * n) ? 0 : 1; }
END
    build p hpcast-cc -O2 tail.c
    ./p >alone || die alone
    trace --regions ./p
    [ "$status" = 0 ] || die "status $status"
    complete
    balanced
    entered 1500000 'main > odd'
    ;;
  as_valgrind)
    # A repetition's loads and stores, size by size, are those that Valgrind sees of the program
    # without the tracer, but for what libgomp does and the calls of memset that dgemm makes.
    optional valgrind
    [[ -e $bin/../lib/hpcast/valgrind/version ]] || { echo "skipped: no Valgrind tracer"; exit 77; }
    grep -qw avx2 /proc/cpuinfo || { echo "skipped: a processor without AVX2"; exit 77; }
    export OMP_NUM_THREADS=1
    workloads=$programs/../../../../workloads
    for kernel in 'triad 30000 -O2' 'triad 30000 -O3 -march=haswell' 'gather 3000 -O2' \
      'gather 3000 -O3 -march=haswell' 'dgemm 100 -O2' 'dgemm 100 -O3 -march=haswell'; do
      # shellcheck disable=SC2086
      set -- $kernel
      flags=("${@:3}" -fopenmp "-I$programs/../../include" "$workloads/$1.c" -lm)
      gcc "${flags[@]}" -o native || die "native"
      build p hpcast-cc "${flags[@]}"
      for repetitions in 1 3; do
        trace ./p "$2" $repetitions
        mv counts plugin.$repetitions
        trace --valgrind ./native "$2" $repetitions
        mv counts valgrind.$repetitions
      done
      for reference in {read,write}{1,2,4,8,16,32,64}; do
        # Registers on the stack are read there.
        [[ $kernel == 'dgemm 100 -O3'* && $reference == read* ]] && continue
        of() { awk -v key="$reference" '$1 == key {n = $2} END {print n + 0}' "$1"; }
        difference=$(($(of valgrind.3) - $(of valgrind.1) - $(of plugin.3) + $(of plugin.1)))
        allowed=$((700 + $(of plugin.3) / 1000))
        [[ $kernel != 'dgemm 100 -O3'* ]] || allowed=2000
        ((difference > -allowed && difference < allowed)) || die "$kernel: $reference differs by $difference"
      done
    done
    ;;
  counts | counts_O0 | counts_O1 | counts_Os | counts_fPIC | counts_haswell | counts_unrolled | counts_intel | counts_static | counts_lto)
    # A hundred repetitions' FLOPs, width by width, and instructions are those that Valgrind counts of
    # the program without the tracer, but for what loops that are told as a whole cost registers.
    optional valgrind
    [[ -e $bin/../lib/hpcast/valgrind/version ]] || { echo "skipped: no Valgrind tracer"; exit 77; }
    flags_of_case
    gcc "${flags[@]}" "$programs/counted.c" -lm -o native || die "native"
    build p hpcast-cc "${flags[@]}" -fchecking "$programs/counted.c" -lm
    same_output_untraced native p
    for repetitions in 10 110; do
      trace ./p $repetitions
      complete
      mv counts plugin.$repetitions
      trace --valgrind ./native $repetitions
      mv counts valgrind.$repetitions
    done
    of() { awk -v key="operations:$2" '$1 == key {n = $2} END {print n + 0}' "$1"; }
    for what in {dp,sp}_flops_{scalar,128,256,512} x87_flops instructions; do
      counted=$(($(of plugin.110 "$what") - $(of plugin.10 "$what")))
      wanted=$(($(of valgrind.110 "$what") - $(of valgrind.10 "$what")))
      allowed=0
      # The root of a repetition is the library's there.
      [[ $case != *_O0 && $case != *_Os ]] || allowed=100
      [[ $what != instructions ]] || allowed=$((wanted / 200))
      [[ $what != instructions || $case != *_unrolled ]] || allowed=$((wanted / 33))
      ((counted - wanted <= allowed && wanted - counted <= allowed)) || die "$what: $counted, not $wanted"
    done
    ;;
  code | code_O0 | code_O1 | code_Os | code_fPIC | code_haswell | code_unrolled | code_intel | code_static | code_lto)
    # What the stream tells of as executed is what is counted, and makes the references that are told
    # without it.
    flags_of_case
    sources=(counted.c loops.c openmp.c streaming.c)
    [[ $case == *_intel ]] || sources+=(machine.c)
    [[ $case == *_static ]] || sources+=(exceptions.cc)
    [[ $case != *_haswell ]] || sources+=(vectors.c)
    for source in "${sources[@]}"; do
      compiler=hpcast-cc
      [[ $source != *.cc ]] || compiler=hpcast-c++
      build p $compiler "${flags[@]}" -fopenmp -fchecking "$programs/$source" -lm
      trace ./p
      complete
      grep -E '^(read|write|nontemporal)' counts >without
      trace --code ./p
      complete
      # Who does what in a team is chance.
      [[ $source == openmp.c ]] || grep -E '^(read|write|nontemporal)' counts | cmp -s - without ||
        die "$source: other references"
      # Of loops that GCC has unrolled behind the plugin nobody knows which instruction refers to what.
      for fault in undescribed stray unmade; do
        [[ $(value $fault) = 0 || $case == *_unrolled ]] || die "$source: $(value $fault) $fault"
      done
      # Those of copies and fills by the C library come on top; assembler text is one instruction.
      more=$(($(value instructions) - $(value operations:instructions)))
      ((more >= -50 && more <= 500 + $(value instructions) / 100)) || die "$source: $more more are told"
    done
    ;;
  code_outcomes)
    # Of a loop that is left now here, now there, branches go the ways that Valgrind sees of the
    # program without the tracer, whatever GCC puts between its blocks.
    optional valgrind
    [[ -e $bin/../lib/hpcast/valgrind/version ]] || { echo "skipped: no Valgrind tracer"; exit 77; }
    cat >search.c <<'END'
#include <stdint.h>
#include <stdlib.h>
static uint32_t sorted[4096], wanted[20000];
__attribute__((noinline)) static long search(long n, long turns) {
  long sum = 0;
  for (long t = 0; t < turns; ++t) {
    long low = 0, high = n;
    while (low < high) {
      const long middle = (low + high) / 2;
      if (sorted[middle] < wanted[t])
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
  }
  return sum;
}
int main(int n, char **v) {
  for (long i = 0; i < 4096; ++i) sorted[i] = (uint32_t)(i << 20);
  for (long i = 0; i < 20000; ++i) wanted[i] = (uint32_t)(i * 2654435761u);
  return search(4096, atol(v[n - 1])) == 0;
}
END
    gcc -O2 search.c -o native || die "native"
    build p hpcast-cc -O2 search.c
    for turns in 1 20000; do
      trace --code ./p $turns
      mv counts plugin.$turns
      trace --valgrind --code ./native $turns
      mv counts valgrind.$turns
    done
    of() { awk -v key="$2" '$1 == key {print $2}' "$1"; }
    for way in taken not_taken; do
      told=$(($(of plugin.20000 $way) - $(of plugin.1 $way)))
      wanted=$(($(of valgrind.20000 $way) - $(of valgrind.1 $way)))
      ((wanted > 100000)) || die "Valgrind sees $wanted $way"
      # GCC may put the blocks otherwise: a way is then a jump that was none.
      ((told * 2 > wanted && told < wanted * 2)) || die "$told $way, not $wanted"
    done
    ;;
  code_kinds | code_kinds_Os)
    # Of each kind a hundred repetitions execute as many instructions, or five a repetition more or
    # less, as Valgrind sees of the program without the tracer, but for moves: a number that is zeroed
    # is one here.
    optional valgrind
    [[ -e $bin/../lib/hpcast/valgrind/version ]] || { echo "skipped: no Valgrind tracer"; exit 77; }
    flags=(-O2)
    [[ $case != *_Os ]] || flags=(-Os)
    gcc "${flags[@]}" "$programs/counted.c" -o native -lm || die "native"
    build p hpcast-cc "${flags[@]}" "$programs/counted.c" -lm
    for repetitions in 10 110; do
      trace --code ./p $repetitions
      mv counts plugin.$repetitions
      trace --valgrind --code ./native $repetitions
      mv counts valgrind.$repetitions
    done
    kinds() { # the difference that a hundred repetitions make
      awk '!/^kind:/ { next } NR == FNR { before[$1] = $2; next } { print $1, $2 - before[$1] }' \
        "$1.10" "$1.110"
    }
    differing=$(awk '
      NR == FNR { told[$1] = $2; next }
      { known[$1] = $2 }
      END {
        for (kind in told) if (!(kind in known)) known[kind] = 0
        for (kind in known) {
          difference = told[kind] - known[kind]
          if (difference < 0) difference = -difference
          if (kind == "kind:branch") branches = known[kind]
          if (kind != "kind:move" && difference > 0.01 * known[kind] + 500)
            print kind, told[kind] + 0, known[kind]
        }
        if (branches < 1000000) print "branches", branches
      }' <(kinds plugin) <(kinds valgrind))
    [ -z "$differing" ] || die "told, not Valgrind's: $differing"
    ;;
  registers_kept)
    # No hook changes a register.
    gcc -O1 -c "$programs/registers.c" -o registers.o || die "does not compile"
    build p hpcast-cc registers.o 2>message
    ./p >alone || die alone
    for payload in '' --requests; do
      # shellcheck disable=SC2086
      trace $payload ./p
      grep -q ', 0 of them have changed' counts || die "$payload: registers have changed"
    done
    ;;
  machine | machine_O1 | machine_Os | machine_O3 | machine_native | machine_guarded)
    # What only the machine's code has: where it is told, it stays as it is.
    case $case in
      *_native) flags=(-O2 -march=native) ;;
      *_guarded) flags=(-O2 -fPIE -fstack-protector-all) ;;
      *_*) flags=("-${case#*_}") ;;
      *) flags=(-O2) ;;
    esac
    build p hpcast-cc "${flags[@]}" -fchecking "$programs/machine.c"
    ./p || die "alone: $?"
    objdump -d p | grep -q pushf || die "no flags are in use anywhere"
    trace ./p
    [ "$status" = 0 ] || die "traced: $status"
    complete
    # hpcast_phase() itself writes six words.
    expect phase:of_thread -eq $((6 + 2 * 100))
    expect phase:fixed -eq $((6 + 100))
    expect phase:extended -eq $((6 + 4 * 100))
    expect phase:guarded -eq $((6 + 3 * 100))
    expect phase:chosen -eq 6
    expect phase:copied -ge $((6 + 2 * 16))
    expect phase:copied -le $((6 + 2 * 125))
    ;;
  intel_threads)
    # A thread's own variables in the assembler's other dialect.
    cat >own.c <<'END'
static _Thread_local struct { volatile long sum, some[8]; } own;
int main(void) {
  for (int i = 0; i < 1000; ++i) own.sum += own.some[i % 8];
  return (int)own.sum;
}
END
    build p hpcast-cc -O2 -masm=intel own.c
    ./p || die "alone"
    trace ./p
    complete
    expect read8 -eq 2001
    expect write8 -eq 1000
    ;;
  several_targets)
    # A function for other processors than its caller, which keeps wider vectors over the call.
    grep -qw avx2 /proc/cpuinfo || { echo "skipped: a processor without AVX2"; exit 77; }
    cat >targets.c <<'END'
#include <immintrin.h>
#include <stdio.h>
volatile int data[100000];
__attribute__((noinline)) static int apart(int i) { return data[i * 4097 % 100000] + 1; }
__attribute__((target("avx2"), noinline)) static double wide(const double *a, int begin) {
  __m256d sum = _mm256_loadu_pd(a);
  const __m256d more = _mm256_mul_pd(sum, sum);
  int n = 0;
  for (int i = 0; i < 5; ++i) {
    n += apart(begin + i);
    sum = _mm256_add_pd(sum, more);
  }
  double parts[4];
  _mm256_storeu_pd(parts, sum);
  return parts[0] + parts[1] + parts[2] + parts[3] + n;
}
int main(void) {
  double sum = 0;
  for (int i = 0; i < 100; ++i) sum += wide((double[]){1, 2, 3, 4}, i);
  printf("%g\n", sum);
  return 0;
}
END
    gcc -O2 targets.c -o native || die "native"
    build p hpcast-cc -O2 targets.c
    ./native >output
    for payload in '' --requests; do
      # shellcheck disable=SC2086
      trace $payload ./p
      head -1 counts | cmp - output || die "$payload: $(head -1 counts)"
    done
    ;;
  threads_counted)
    # What threads execute is counted though they sleep as the process ends.
    cat >team.c <<'END'
double a[1000000];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000000; ++i) a[i] = a[i] * 2 + i;
  return a[7] != 7;
}
END
    build p hpcast-cc -O2 -fopenmp team.c
    for threads in 1 2 4; do
      for payload in '' --requests; do
        # shellcheck disable=SC2086
        OMP_NUM_THREADS=$threads trace $payload ./p
        complete
        expect operations:stores -eq 1000000
        flops=$(($(value operations:dp_flops_scalar) + $(value operations:dp_flops_128)))
        [ $flops = 2000000 ] || die "$flops FLOPs"
      done
    done
    ;;
  both_tracers)
    # It is told that not all of the program counts what it executes.
    build late.o hpcast-cc -O2 -c "$programs/dlopened.c"
    build early.o hpcast-cc --hpcast-tracer=tsan -O2 -c "$programs/counted.c"
    build p hpcast-cc late.o early.o -lm
    trace ./p 1
    complete
    expect counted -eq 1
    expect not_counted -eq 1
    build early.o hpcast-cc -O2 -c "$programs/counted.c"
    build p hpcast-cc late.o early.o -lm
    trace ./p 1
    expect counted -eq 1
    expect not_counted -eq 0
    ;;
  vectors)
    build p hpcast-cc -O2 "$programs/vectors.c"
    ./p >/dev/null || { echo "skipped: a processor without AVX2"; exit 77; }
    gcc -O2 -I"$programs/../../include" "$programs/vectors.c" -o native || die "native"
    same_output_untraced native p
    trace ./p
    complete
    # hpcast_phase() itself writes six words.
    expect phase:masked -eq $((6 + 4))
    expect phase:gather -eq $((6 + 8))
    expect phase:marked -ge $((6 + 8 + 22))
    expect phase:marked -le $((6 + 8 + 16 + 22))
    if grep -qw avx512f /proc/cpuinfo; then
      expect phase:masked512 -eq $((6 + 6))
      expect phase:scatter512 -eq $((6 + 4))
    fi
    ;;
  wrapper)
    echo 'int main(void){return 0;}' >m.c
    "$bin/hpcast-cc" -fsanitize=address m.c 2>message && die "accepts -fsanitize=address"
    grep -q "cannot be combined" message || die "message"
    "$bin/hpcast-cc" --version | grep -qi gcc || die "--version"
    "$bin/hpcast-cc" -print-prog-name=ld >/dev/null || die "-print"
    "$bin/hpcast-cc" -v 2>/dev/null || die "-v"
    "$bin/hpcast-cc" -E m.c | grep -q main || die "-E"
    "$bin/hpcast-cc" -E - <m.c | grep -q main || die "-E -"
    "$bin/hpcast-cc" -S m.c -o m.s && grep -qE '__(tsan|hpcast)_init' m.s || die "-S"
    "$bin/hpcast-cc" -MM m.c | grep -q '^m.o: m.c$' || die "-MM"
    "$bin/hpcast-cc" -x c -c m.c -o m.o && "$bin/hpcast-cc" m.o -o m && ./m || die "-c"
    "$bin/hpcast-cc" -O2 -Werror -Wall -Wextra -pedantic -std=c99 m.c -o m || die "warnings"
    echo '-c -o "in file.o" m.c' >flags
    "$bin/hpcast-cc" @flags && [ -f "in file.o" ] || die "response file"
    "$bin/hpcast-cc" -x c m.c -o m && ./m || die "-x"
    "$bin/hpcast-cc" --hpcast-show -c m.c | grep -qE 'gcc.specs|-fplugin=' || die "--hpcast-show"
    "$bin/hpcast-cc" --hpcast-nonsense 2>/dev/null && die "unknown option"
    for flags in '-dumpbase x' '-dumpdir d/' '-dumpbase-ext .c'; do
      # shellcheck disable=SC2086
      "$bin/hpcast-cc" $flags m.c -o m && readelf -n m | grep -q hpcast || die "$flags"
    done
    [ "$("$bin/hpcast-cc" -dumpmachine)" = "$(gcc -dumpmachine)" ] || die "-dumpmachine"
    "$bin/hpcast-cc" -m32 -c m.c 2>message && die "accepts -m32"
    grep -q "runtime is for x86-64" message || die "message"
    "$bin/hpcast-cc" --hpcast-tracer=none m.c 2>message && die "accepts a tracer that there is not"
    grep -q "there are plugin and tsan" message || die "message"
    # A GCC without headers for plugins.
    printf '#!/bin/bash\n[[ $1 != -print-file-name=plugin ]] || { echo plugin; exit; }\nexec gcc "$@"\n' >old-gcc
    chmod +x old-gcc
    HPCAST_TRACER='' HPCAST_CC=./old-gcc "$bin/hpcast-cc" m.c -o m 2>message && ./m || die "without a plugin"
    grep -q 'note: traced before the optimisers, since there is no plugin for ./old-gcc: .*not installed' message ||
      die "$(cat message)"
    HPCAST_TRACER=plugin HPCAST_CC=./old-gcc "$bin/hpcast-cc" m.c 2>message && die "the plugin without headers"
    grep -q 'needs the headers for plugins of ./old-gcc' message || die "$(cat message)"
    HPCAST_CC=no-such-compiler "$bin/hpcast-cc" m.c 2>message && die "missing compiler"
    grep -q "not installed" message || die "message"
    readelf -n m | grep -q hpcast || die "note"
    ;;
  mixed_objects)
    # What no wrapper has compiled is told when it is linked.
    echo 'int mine(int* p) { return *p; }' >mine.c
    echo 'int other(int* p) { return *p; }' >other.c
    echo 'int mine(int*), other(int*), x; int main(void) { return mine(&x) + other(&x); }' >m.c
    "$bin/hpcast-cc" -c mine.c && gcc -c other.c && gcc -shared -fPIC other.c -o libshared.so &&
      ar rcs libother.a other.o && ar rcs libboth.a mine.o other.o && ld -r other.o -o relinked.o || die "objects"
    told() {
      local expected=$1
      shift
      "$bin/hpcast-cc" m.c "$@" -o m 2>message || die "does not link: $*"
      [ "$(cat message)" = "${expected:+hpcast-cc: warning: not compiled with hpcast, and not traced: $expected}" ] ||
        die "$*: $(cat message)"
    }
    told other.o mine.o other.o
    told relinked.o mine.o relinked.o
    told libother.a mine.o libother.a
    told libother.a mine.o -L . -L/nowhere -lother -lm
    told libshared.so mine.o -L. -lshared
    told 'libboth.a (other.o)' libboth.a
    told 'other.o, libshared.so' mine.o other.o ./libshared.so
    trace ./m
    complete
    grep -qx 'unseen objects not compiled with hpcast-cc: other.o, libshared.so' counts || die "not told"
    told '' mine.c other.c
    trace ./m
    ! grep -q '^unseen' counts || die "told of nothing"
    "$bin/hpcast-cc" -c other.c && told '' mine.o other.o -lm
    gcc -flto -c other.c && told '' mine.o other.o -flto
    "$bin/hpcast-cc" -flto -c other.c && told '' mine.o other.o -flto
    "$bin/hpcast-cc" -r mine.o relinked.o -o all.o 2>message && [ ! -s message ] || die "-r"
    ;;
  link_flags)
    # What changes how programs are linked works, or is refused in words.
    echo '#include <stdlib.h>
double a[1000]; int main(void) { for (int i = 0; i < 1000; i++) a[i] += i; return 0; }' >m.c
    echo '#include <stdlib.h>
double a[1000]; void _start(void) { for (int i = 0; i < 1000; i++) a[i] += i; exit(0); }' >start.c
    traced() {
      build p hpcast-cc -O1 "$@"
      trace ./p
      [ "$status" = 0 ] || die "$*: status $status"
      complete
      expect read8 -eq 1000
    }
    refused() {
      local words=$1
      shift
      "$bin/hpcast-cc" "$@" -o q 2>message && die "accepted: $*"
      grep -qe "$words" message || die "$*: $(cat message)"
    }
    traced -nodefaultlibs m.c -lc
    traced -nodefaultlibs m.c
    traced -static -nodefaultlibs m.c -lc
    file() { gcc -print-file-name="$1"; }
    traced -nostdlib "$(file Scrt1.o)" "$(file crti.o)" "$(file crtbeginS.o)" m.c -lc "$(file crtendS.o)" "$(file crtn.o)"
    refused '^hpcast-cc: -nostartfiles and -nostdlib leave out' -nostartfiles start.c
    refused '^hpcast-cc: -nostartfiles and -nostdlib leave out' -nostdlib start.c -lc
    for flags in -Wl,--wrap=memcpy -Wl,-O1,--wrap,memcpy '-Xlinker --wrap -Xlinker memcpy'; do
      # shellcheck disable=SC2086
      refused '^hpcast-cc: --wrap=memcpy cannot be combined' $flags m.c
    done
    echo '#include <stdlib.h>
int __real_abs(int), n; int __wrap_abs(int x) { n++; return __real_abs(x); }
int main(int c, char** v) { (void)v; return abs(-c) == 1 && n == 1 ? 0 : 1; }' >wrap.c
    build w hpcast-cc -fno-builtin -Wl,--wrap=abs wrap.c && ./w || die "--wrap=abs"
    # The runtime's functions are there for libraries that the program loads.
    echo 'double a[1000]; void work(void) { for (int i = 0; i < 1000; i++) a[i] += i; }' >library.c
    echo '#include <dlfcn.h>
int main(void) { void* library = dlopen("./liba.so", RTLD_NOW); void (*work)(void);
  if (library == 0) return 1; work = (void (*)(void))dlsym(library, "work"); work(); return 0; }' >loads.c
    build liba.so hpcast-cc -O1 -fPIC -shared -nostdlib library.c
    traced -Wl,--exclude-libs,ALL loads.c
    ;;
  preprocessed_clang)
    # In steps, as the compiler behind does it.
    optional clang
    echo 'int x; int main(void) { return x; }' >m.c
    cc=("$bin/hpcast-cc" --hpcast-compiler=clang -O1)
    "${cc[@]}" -E m.c -o n.i && "${cc[@]}" -c n.i || die "-E, then -c"
    "${cc[@]}" -save-temps -c m.c || die "-save-temps"
    "${cc[@]}" -emit-llvm -c m.c && "${cc[@]}" -c m.bc -o b.o || die "-emit-llvm"
    for object in n.o m.o b.o; do
      nm $object | grep -q __tsan_read4 || die "$object"
      "${cc[@]}" $object -o p && ./p || die "$object"
    done
    ;;
  cmake)
    mkdir project && cd project || exit 1
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(p LANGUAGES C CXX)
find_package(Threads REQUIRED)
add_library(helper SHARED helper.c)
add_executable(p main.cc)
target_link_libraries(p helper Threads::Threads)
EOF
    echo 'int helper(int *p){return *p + 1;}' >helper.c
    echo 'extern "C" int helper(int*); int main(){int x = 1; return helper(&x) == 2 ? 0 : 1;}' >main.cc
    cmake -S . -B b -DCMAKE_C_COMPILER="$bin/hpcast-cc" -DCMAKE_CXX_COMPILER="$bin/hpcast-c++" >log &&
      cmake --build b >>log || { cat log; die "cmake"; }
    trace b/p
    [ "$status" = 0 ] || die "status $status"
    complete
    expect read4 -ge 1
    ;;
  static_early | static_pie_early | static_early_clang)
    # What is instrumented and runs before a static program has thread-local storage.
    flags=-static kinds='RESOLVER CLONES MEMCPY WORDS'
    [ $case != static_pie_early ] || flags=-static-pie
    if [ $case = static_early_clang ]; then
      optional clang
      # Clang before 14 has no target_clones.
      flags='-static --hpcast-compiler=clang' kinds='RESOLVER MEMCPY WORDS'
    fi
    for what in $kinds; do
      # shellcheck disable=SC2086
      build p hpcast-cc -O2 -fno-builtin $flags -D$what "$programs/early.c"
      ./p || die "$what: status $?"
      trace ./p
      [ "$status" = 0 ] || die "$what: status $status when traced"
      complete
      expect read8 -ge 1000
    done
    ;;
  late | static_late)
    # Destructors that run last, of the program and of its libraries.
    if [ $case = late ]; then
      build liblate.so hpcast-cc -O1 -fPIC -shared -DLIBRARY "$programs/late.c"
      build p hpcast-cc -O1 -DWITH_LIBRARY "$programs/late.c" -L. -llate -Wl,-rpath,"$PWD"
    else
      build p hpcast-cc -O1 -static "$programs/late.c"
    fi
    trace ./p
    complete
    [ $case = late ] && expect write8 -eq 200 || expect write8 -eq 100
    ;;
  no_sanitize | no_sanitize_clang)
    # In any spelling, functions that are exempt from the sanitizer are traced.
    flags=()
    [ $case = no_sanitize ] || { optional clang; flags=(--hpcast-compiler=clang); }
    build p hpcast-c++ "${flags[@]}" -O1 -Wall -Wextra -Werror "$programs/no_sanitize.cc"
    trace ./p
    complete
    expect read8 -eq 5000
    ;;
  feature_clang)
    # Sources do not see the sanitizer whose instrumentation is borrowed, and what else Clang says of
    # itself stays as it is.
    optional clang
    cat >m.c <<'EOF'
#if __has_feature(thread_sanitizer) || __has_feature(__thread_sanitizer__) || defined(__SANITIZE_THREAD__)
#error "seen"
#endif
#if __has_extension(thread_sanitizer) || __has_extension(__thread_sanitizer__)
#error "seen as an extension"
#endif
#define HAS(name) __has_extension(name)
#if HAS(thread_sanitizer) || !HAS(__c_static_assert__)
#error "seen through a macro"
#endif
#define TS thread_sanitizer
#if __has_feature(TS)
#error "seen by another name"
#endif
#if !__has_feature(blocks_of_nowhere) && __has_feature(attribute_deprecated_with_message)
int main(void) { return 10 * __has_feature(c_static_assert) + __has_extension(c_static_assert); }
#endif
EOF
    for standard in c99 c17; do
      clang -std=$standard m.c -o native || die "native"
      build p hpcast-cc --hpcast-compiler=clang -std=$standard -Weverything -Wno-missing-noreturn \
        -Wno-keyword-macro -Wno-unused-macros -Werror m.c
      ./native
      native=$?
      ./p
      [ $? = $native ] || die "$standard: features differ"
    done
    sed 's/.*/"&" __has_feature(&) __has_extension(&)/' "$programs/../../clang_features.txt" >names.c
    for standard in c99 c17 c++11 c++20; do
      as=(-x "${standard/%[0-9]*/}" "-std=$standard" -E -P names.c)
      clang "${as[@]}" >native.i && "$bin/hpcast-cc" --hpcast-compiler=clang "${as[@]}" >traced.i || die "$standard: -E"
      diff native.i traced.i || die "$standard: what Clang says differs"
    done
    ;;
  precompiled_header | precompiled_header_clang)
    compiler=gcc
    [ $case = precompiled_header ] || { optional clang; compiler=clang; }
    echo 'static inline int four(void) { return 4; }' >all.h
    printf '#include "all.h"\nint main(void) { return four(); }\n' >m.c
    echo 'int main(void) { return four(); }' >included.c
    for way in '-x c-header' '-xc-header' ''; do
      rm -f all.h.gch
      # shellcheck disable=SC2086
      "$bin/hpcast-cc" --hpcast-compiler=$compiler $way all.h -o all.h.gch || die "$way"
      [ -s all.h.gch ] || die "$way: no header"
      build p hpcast-cc --hpcast-compiler=$compiler m.c
      ./p
      [ $? = 4 ] || die "$way: result"
      # By itself at the front it is used.
      [ $compiler = clang ] || mv all.h apart
      build q hpcast-cc --hpcast-compiler=$compiler -include all.h included.c
      [ $compiler = clang ] || mv apart all.h
      ./q
      [ $? = 4 ] || die "$way: not used"
    done
    # A header in a source's place is compiled as one.
    "$bin/hpcast-cc" --hpcast-compiler=$compiler -x c included.c -include all.h -x none -o r && ./r
    [ $? = 4 ] || die "-x none"
    cp included.c source.h
    "$bin/hpcast-cc" --hpcast-compiler=$compiler -include all.h -x c source.h -o r && ./r
    [ $? = 4 ] || die "-x c source.h"
    ;;
  cmake_lto | cmake_lto_clang)
    # With static libraries, and a precompiled header.
    export HPCAST_CC=gcc HPCAST_CXX=g++
    if [ $case = cmake_lto_clang ]; then
      optional clang && optional llvm-ar && optional ld.lld
      export HPCAST_CC=clang HPCAST_CXX=clang++
    fi
    mkdir project && cd project || exit 1
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(p LANGUAGES C CXX)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
add_library(helper STATIC helper.c)
add_executable(p main.cc)
target_precompile_headers(p PRIVATE <vector>)
target_link_libraries(p helper)
EOF
    echo 'double total(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }' >helper.c
    echo 'extern "C" double total(const double*, int); int main() { std::vector<double> x(1000, 1.0); return total(x.data(), 1000) == 1000 ? 0 : 1; }' >main.cc
    PATH=$bin:$PATH cmake -S . -B b -DCMAKE_C_COMPILER=hpcast-cc -DCMAKE_CXX_COMPILER=hpcast-c++ \
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="-Winvalid-pch -Werror" >log &&
      PATH=$bin:$PATH cmake --build b >>log 2>&1 || { cat log; die "cmake"; }
    trace b/p
    [ "$status" = 0 ] || die "status $status"
    complete
    expect read8 -ge 1000
    ;;
  untold_libraries)
    # What a library takes that no wrapper has compiled, the forecast lacks: it is a bound, and says so.
    cc -O2 -shared -fPIC "$programs/outside_library.c" -o libplain.so || die "no library"
    build libtold.so hpcast-cc -O2 -shared -fPIC "$programs/outside_library.c"
    for library in plain told; do
      build p hpcast-cc -O2 "$programs/outside.c" -L. -l$library -Wl,-rpath,"$PWD" 2>warnings
      "$bin/hpcast" memory i7-7700k --json $library.json -- ./p >$library 2>errors || die "$(cat errors)"
      [ ! -s errors ] || die "says: $(cat errors)"
    done
    ! grep -q '^at least .* without lib\|libtold' told || die "of a library that is told: $(cat told)"
    if grep -q 'how long such libraries took: perf events are not permitted here' plain; then
      echo "notice: perf events are not permitted here, so nothing is known of libraries"
      ! grep -q 'without libplain' plain || die "knows: $(cat plain)"
    else
      grep -q '^at least .*without libplain.so, which took .* of CPU time here, limited by' plain ||
        die "no bound: $(cat plain)"
      grep -q ' libplain.so [0-9.]* m\?s$' plain || die "not listed: $(cat plain)"
      grep -q '"name": "libplain.so"' plain.json || die "not in the result"
      "$bin/hpcast" report plain.json --html page.html && grep -q 'without libplain.so, which' page.html ||
        die "not on the page"
      # Too little to tell of.
      build p hpcast-cc -O2 "$programs/outside.c" -L. -lplain -Wl,-rpath,"$PWD" 2>warnings
      "$bin/hpcast" memory i7-7700k -- ./p 30 >little || die "status $?"
      ! grep -q 'libplain.so, which\|such libraries took' little || die "by a few samples: $(cat little)"
    fi
    ;;
  runtime_calls_no_wrapped_functions)
    nm "$bin"/../lib*/hpcast/hpcast_trace.o "$bin"/../lib/*/hpcast/hpcast_trace.o 2>/dev/null |
      grep -E ' U (memcpy|memset|memmove|malloc|free|calloc|_Zn|_Zd|__cxa_)' | grep -v __cxa_atexit &&
      die "the runtime calls these"
    ;;
  *) die "no such case" ;;
esac
echo passed
