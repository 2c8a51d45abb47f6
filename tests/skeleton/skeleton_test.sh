#!/bin/bash
# Tests of hpcast skeleton: the same messages as the original's, and times.
#   skeleton_test.sh BUILD_TREE CASE MPIRUN
. "$(dirname "$0")/../online/common.sh"
mpirun=$3
mpicc=mpicc.openmpi
command -v $mpicc >/dev/null || mpicc=mpicc
workloads=$source_folder/../../workloads
[ -x "$build/lib/hpcast/hpcast-slice" ] || { echo 'skipped: hpcast-slice was not built'; exit 77; }
command -v "$mpirun" $mpicc >/dev/null || { echo 'skipped: there is no MPI'; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1

# both FLAGS SOURCE...: ./original and, of S, ./skeleton.
both() {
  local flags=$1
  shift
  # shellcheck disable=SC2086  # words
  run 0 $mpicc $flags -o original "$@" -lm
  run 0 hpcast skeleton -o S --mpicc $mpicc --flags "$flags" "$@"
  # shellcheck disable=SC2086  # words
  run 0 $mpicc $flags -Wall -IS "-I$(dirname "$1")" -o skeleton S/*.c* -lm
}
# record PROFILE N PROGRAM ARGUMENT...: whatever the program's status, which in a skeleton means
# nothing.
record() {
  local profile=$1 number=$2 program=$3
  shift 3
  timeout -k 5 $limit hpcast record -o "$profile" -- "$mpirun" -np "$number" \
    "./$program" "$@" >output 2>errors </dev/null
  said "recorded $number rank" output
}
# same N ARGUMENT...: both have the same events.
same() {
  record O "$1" original "${@:2}"
  record P "$1" skeleton "${@:2}"
  "$build/tests/skeleton/same_events" O P >output || die "$*: other events"
}
# A program with one loop to replace, of which the time depends on its argument alone.
one_loop() {
  cat >loop.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = atoi(argv[1]);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += 1.0 / (i + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", sum);
  MPI_Finalize();
  return 0;
}
END
}
compute() { sed 's/.*computation .* s, \(.*\) s$/\1/' output; }
conforms() { "$build/tests/skeleton/conforms" "$@" >output || die "$2 does not conform to $1"; }
is() { awk "BEGIN { exit !($1) }" || die "not $1"; }

case $case in
  hpl)
    both '-O2 -DHPL_SWAP=swap_gather' "$workloads"/hpl/*.c
    same 1 90 16 1 1
    same 4 200 32 2 2
    same 6 150 16 2 3 tree
    same 6 100 64 3 2 unchecked
    ;;
  hpl_pivots)
    # Who exchanges rows with whom is for the matrix to say: all that makes it stays.
    both -O2 "$workloads"/hpl/*.c
    same 4 100 16 2 2 exchange
    same 4 100 16 2 2 gather
    run 0 hpcast skeleton --list --mpicc $mpicc "$workloads"/hpl/*.c
    said 'panel.c:[0-9-]* in eliminate' output
    tr -s '\n ' ' ' <output >line
    said 'MPI_Send' line
    ;;
  cg)
    both -O2 "$workloads/mpi/cg.c"
    same 1 10 20
    same 3 40 20
    same 4 51 5
    ;;
  fft)
    both -O2 "$workloads/mpi/fft.c"
    same 1 32 2
    same 2 64 3
    same 4 128 1
    ;;
  halo2d)
    both -O2 "$workloads/mpi/halo2d.c"
    same 1 20 30 1 1 4
    same 4 41 67 2 2 10
    same 6 40 40 3 2 5
    ;;
  random)
    # Programs that nobody would write.
    for seed in 2 6 16 20 27 31; do
      python3 "$source_folder/random_program.py" $seed >random.c
      both "-O1 -w" random.c
      same 2
    done
    ;;
  library)
    # What MPI and C's library keep, and give back in other ways than by results.
    for name in windows attributes files results library; do
      both "-O1 -w" "$source_folder/cases/$name.c"
      same 2
    done
    ;;
  cxx)
    command -v mpicxx.openmpi >/dev/null || { echo 'skipped: there is no mpicxx.openmpi'; exit 77; }
    mpicc=mpicxx.openmpi
    both -O2 "$source_folder/cases/grid.cc"
    same 1 10
    same 3 50
    run 0 hpcast skeleton "$source_folder/cases/grid.cc" -o S --mpicc $mpicc --repeat 1 --calibrate \
      "$mpirun -n 2 {} 100"
    said 'times of' output
    for name in streams buffers threads; do
      both "-O1 -w -pthread" "$source_folder/cases/$name.cc"
      same 2
    done
    ;;
  mpich)
    command -v mpicc.mpich mpirun.mpich >/dev/null || { echo 'skipped: there is no MPICH'; exit 77; }
    mpicc=mpicc.mpich mpirun=mpirun.mpich
    both "-O1 -w" "$source_folder/cases/mpi4.c"
    same 2
    both -O2 "$workloads/mpi/fft.c"
    same 2 32 3
    run 0 hpcast skeleton "$workloads/mpi/fft.c" -o S --mpicc $mpicc --repeat 1 --calibrate \
      "$mpirun -n 2 {} 32 3"
    said 'times of' output
    ;;
  smpi)
    # The skeleton runs on virtual ranks, with times that a real MPI's processes took.
    command -v smpicc >/dev/null || { echo 'skipped: there is no SMPI'; exit 77; }
    one_loop
    run 2 hpcast skeleton loop.c -o S --mpicc smpicc --calibrate '{} 1'
    said 'SMPI' errors
    run 0 hpcast skeleton loop.c -o S --mpicc $mpicc --repeat 1 --calibrate "$mpirun -n 1 {} 2000000"
    run 0 $mpicc -O2 -IS -o skeleton S/loop.c
    run 0 smpicc -O2 -IS -o virtual S/loop.c
    record O 2 skeleton 2000000
    run 0 hpcast record -o P --virtual-ranks 2 -- ./virtual 2000000
    "$build/tests/skeleton/same_events" O P >output || die 'other events'
    before=$(sed 's/.*computation \(.*\) s, .* s$/\1/' output)
    is "$(compute) > 0.9 * $before && $(compute) < 1.1 * $before"
    ;;
  calibrated)
    # What is measured comes back, at a size in between too.
    one_loop
    run 0 hpcast skeleton loop.c -o S --mpicc $mpicc --repeat 2 --json plan.json --calibrate \
      "$mpirun -n 1 {} 200000" --calibrate "$mpirun -n 1 {} 2000000"
    said 'hpcast-processors.json: 1 region of' output
    said 'in 2 runs' output
    said '"coefficients"' plan.json
    cmp plan.json S/skeleton.json || die 'two plans'
    conforms skeleton.schema.json plan.json
    conforms processors.schema.json hpcast-processors.json
    run 0 $mpicc -O2 -o original loop.c
    run 0 $mpicc -O2 -IS -o skeleton S/loop.c
    same 1 1000000
    is "$(compute) > 1e-4 && $(compute) < 1e-1"
    before=$(compute)
    # Another processor needs another header and nothing else.
    run 0 hpcast skeleton --times S --processor slow --as "$(hostname)" --factor 1000
    said "times of slow; mean error of those measured on $(hostname)" output
    conforms processors.schema.json hpcast-processors.json
    run 0 $mpicc -O2 -IS -o skeleton S/loop.c
    same 1 1000000
    is "$(compute) > 900 * $before && $(compute) < 1010 * $before + 0.01"
    # Times are of a text.
    sed -i 's|1.0 /|2.0 /|' loop.c
    run 0 hpcast skeleton loop.c -o S --mpicc $mpicc --processor slow
    said '1 region of another text' errors
    said '"regions"' S/skeleton.json
    ;;
  by_memory)
    # A machine's times by what hpcast memory says of the instrumented program on it.
    [ -d "$build/lib/hpcast/valgrind" ] || { echo 'skipped: the Valgrind tracer is not set up'; exit 77; }
    one_loop
    run 0 hpcast skeleton loop.c -o S --mpicc $mpicc --repeat 1 --processor here --calibrate \
      "$mpirun -n 1 {} 200000" --calibrate "$mpirun -n 1 {} 2000000"
    run 0 hpcast skeleton loop.c -o I --mpicc $mpicc --instrument
    said 'DHPCAST_SKELETON_MEASURE' output
    phases=(-O2 -DHPCAST_SKELETON_MEASURE -DHPCAST_SKELETON_PHASES -II "-I$build/lib/hpcast/include")
    run 0 $mpicc "${phases[@]}" I/*.c -o app
    run 0 hpcast memory a64fx --json r.json -- "$mpirun" -n 1 ./app 2000000
    run 0 hpcast skeleton --times S --processor a64fx --as here --from-memory r.json
    said '1 region of a64fx by r.json' errors
    said 'times of a64fx; mean error of those measured on here' output
    conforms skeleton.schema.json S/skeleton.json
    conforms processors.schema.json hpcast-processors.json
    run 0 $mpicc -O2 -o original loop.c
    run 0 $mpicc -O2 -IS -o skeleton S/loop.c
    same 1 2000000
    is "$(compute) > 1e-4 && $(compute) < 1"
    # Traced before the optimisers, nobody counts operations.
    if [ $mpicc = mpicc.openmpi ]; then
      run 0 env OMPI_CC=hpcast-cc HPCAST_TRACER=tsan $mpicc "${phases[@]}" I/*.c -o traced
      run 0 hpcast memory a64fx --json t.json -- "$mpirun" -n 1 ./traced 2000000
      run 0 hpcast skeleton --times S --processor a64fx-t --as here --from-memory t.json
      said 'nobody counted operations' errors
    fi
    # A run that was not measured says nothing of the ratio.
    run 0 hpcast memory a64fx --json other.json -- "$mpirun" -n 1 ./app 1000
    run 2 hpcast skeleton --times S --processor a64fx --as here --from-memory other.json
    said 'none of its phases is a region' errors
    ;;
  given_times)
    one_loop
    sed -i 's|^  for (int i|#pragma hpcast skeleton time(1e-3 * n)\n&|' loop.c
    both -O2 loop.c
    same 1 5000
    is "$(compute) > 4.9 && $(compute) < 5.1"
    ;;
  written_whole)
    # All of a skeleton, or what was there before.
    one_loop
    run 0 hpcast skeleton loop.c -o S --mpicc $mpicc
    touch S/more
    run 2 hpcast skeleton loop.c none.c -o S --mpicc $mpicc
    [ -e S/more ] || die 'it is gone'
    run 0 hpcast skeleton loop.c -o S/ --mpicc $mpicc
    [ ! -e S/more ] || die 'it is still there'
    mkdir other && touch other/file
    run 2 hpcast skeleton loop.c -o other --mpicc $mpicc
    said 'holds something that is no skeleton' errors
    run 2 hpcast skeleton loop.c -o loop.c/ --mpicc $mpicc
    said 'this is a file' errors
    run 2 hpcast skeleton loop.c -o no/such/S --mpicc $mpicc
    nothing_left_but 'S|other|loop.c'
    # With hpcast.h, which the program may mark its phases by.
    sed '1i #include <hpcast.h>' loop.c >marked.c
    run 0 hpcast skeleton marked.c -o M --mpicc $mpicc
    run 0 $mpicc -IM M/marked.c -o skeleton
    ;;
  edited_plan)
    # A plan that says little, and of lines that are not there.
    one_loop
    mkdir S
    echo '{"schema_version": "1.0", "regions": [{"id": 1, "name": "r", "file": "loop.c", "line": 2,
      "end_line": 2147483647}], "not_allocated": [{"file": "gone.c", "line": 1, "name": "x"}]}' >S/skeleton.json
    run 0 hpcast skeleton --times S --html page.html
    [ "$(grep -c '<tr id="f1-[0-9]*" class="replaced">' page.html)" = $(($(wc -l <loop.c) - 1)) ] ||
      die 'not the lines of the source'
    said 'gone.c: cannot' page.html
    ;;
  disk_full)
    # Whether the slicer's files or those beside them do not fit.
    one_loop
    unshare -m true 2>/dev/null || { echo 'skipped: no file system can be mounted here'; exit 77; }
    for room in 0 4 12; do
      mkdir -p full
      # shellcheck disable=SC2016  # by the other shell
      run 2 unshare -m bash -c 'mount -t tmpfs -o size=256k tmpfs full || exit 9
        head -c $((256 - $1))K /dev/zero >full/fill; hpcast skeleton loop.c -o full/S --mpicc "$2" || exit
        ' - $room $mpicc
      said '^hpcast: .*full/S.*No space left on device' errors
    done
    nothing_left_but 'loop.c|full'
    ;;
  bad_calibration)
    one_loop
    bad() {
      run 2 hpcast skeleton loop.c -o S --mpicc $mpicc --repeat 1 --calibrate "$1"
      said "$2" errors
      nothing_left_but loop.c
    }
    bad "$mpirun -n 1 ./a.out" 'the program is not in it'
    bad 'false {}' 'ended with status 1'
    bad 'true {}' 'left no times'
    # Where nothing is replaced the command is not to blame.
    sed '/sum +=/d' loop.c >kept.c
    run 2 hpcast skeleton kept.c -o S --mpicc $mpicc --calibrate "$mpirun -n 1 {} 1"
    said 'nothing of the program is replaced' errors
    sed 's/^  for/#pragma hpcast skeleton time(1e-6 * n)\n&/' loop.c >given.c
    run 2 hpcast skeleton given.c -o S --mpicc $mpicc --calibrate "$mpirun -n 1 {} 1"
    said 'pragmas give the time' errors
    rm kept.c given.c
    run 2 hpcast skeleton loop.c -o S --mpicc $mpicc --calibrate '{} 1' --flags '-O2 -DMPI_Barrier=none'
    said 'hpcast: ' errors
    run 2 hpcast skeleton loop.c -o S --mpicc no-such-compiler
    run 2 hpcast skeleton loop.c -o S --mpicc $mpicc --flags '-O2 "'
    said 'no words of a shell' errors
    echo '{}' >hpcast-processors.json
    run 2 hpcast skeleton loop.c -o S --mpicc $mpicc
    said 'no times of processors' errors
    ;;
  *) die "no case $case" ;;
esac
