#!/bin/bash
# The two tracers, for the same source at the same optimisation level, within 2 % of each other:
# misses and write-backs of each cache, and the lines that memory reads and writes.
#   tracers_test.sh BUILD_TREE PROGRAM SIZE two-levels|i7-7700k [OPTION...]
#
# What a process does once (the loader, the C library, the initialisation) is left out as in
# cachegrind_test.sh, by the difference of two runs that repeat the kernel. References are shown
# only: a vector is one to Valgrind. Why the rest differs: docs/tracing.md.
set -eu
build=$1 program=$2 size=$3 machine=("${@:4}")
here=$(dirname "$(realpath "$0")")
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
[ -e "$build/lib/hpcast/valgrind/version" ] || { echo "skipped: no Valgrind tracer"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

caches=(L1_0 L2_0 L3_0) memory=mem0
if [ "$4" = two-levels ]; then
  machine[0]=$here/two-levels.dat.json caches=(D1 LL) memory=mem
fi
counts=("${caches[0]} num_read num_write")
for cache in "${caches[@]}"; do counts+=("$cache read_misses write_misses" "$cache writebacks"); done
counts+=("$memory num_read" "$memory num_write")

# A return address for each row that dgemm has memset clear: a line of the stack that B pushes out,
# dirty, before the next row. The compiler tracer sees no stack.
stack_lines=0
[ "$program" != dgemm ] || stack_lines=$((2 * size))

# values FOLDER TRACER REPETITIONS: a number a line, for each of `counts`
values() {
  "$build/bin/hpcast" memory "${machine[@]}" --omp-threads 1 --tracer "$2" --json r.json -- \
    "$build/workloads/$1/$program" "$size" "$3" >/dev/null
  local count
  for count in "${counts[@]}"; do
    # shellcheck disable=SC2086
    "$build/tests/accuracy/result_value" r.json $count
  done
}
for repetitions in 1 3; do
  values traced compiler $repetitions >compiler.$repetitions
  values native valgrind $repetitions >valgrind.$repetitions
done
printf '%s\n' "${counts[@]}" | paste -d '\t' - compiler.{1,3} valgrind.{1,3} |
  awk -F '\t' -v stack_lines="$stack_lines" '
  BEGIN { printf "%-30s %10s %10s\n", "", "compiler", "valgrind" }
  {
    compiler = $3 - $2
    valgrind = $5 - $4
    printf "%-30s %10d %10d %+.2f %%\n", $1, compiler, valgrind, 100 * (valgrind / compiler - 1)
    wrong = valgrind - compiler
    if ($1 ~ /writebacks$|num_write$/) wrong -= stack_lines
    if (NR > 1 && (wrong > 0.02 * compiler || wrong < -0.02 * compiler)) failed = 1
  }
  END { exit failed }'
