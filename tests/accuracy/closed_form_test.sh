#!/bin/bash
# Triad's misses in closed form, exactly, through the command line.   closed_form_test.sh BUILD_TREE
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Where the stack lies decides how many lines of it there are: at the same place in all runs.
fixed=
setarch -R true 2>/dev/null && fixed='setarch -R'

# misses SIZE REPETITIONS OBJECT MEMBER...
misses() {
  $fixed "$build/bin/hpcast" memory i7-7700k --omp-threads 1 --json r.json -- \
    "$build/workloads/traced/triad" "$1" "$2" >/dev/null
  "$build/tests/accuracy/result_value" r.json "${@:3}"
}
exactly() {
  echo "$1: $2, expected $3"
  [ "$2" -eq "$3" ]
}

# Three arrays of doubles that fit L3: it misses each line once, whatever is done with it. What else
# the process touches is the same for both sizes. Lines come from memory once, and never go back.
small=50000 large=100000
lines=$((3 * (large - small) * 8 / 64))
exactly 'cold misses of L3' \
  $(($(misses $large 2 L3_0 read_misses write_misses) - $(misses $small 2 L3_0 read_misses write_misses))) $lines
exactly 'reads of memory' $(($(misses $large 2 mem0 num_read) - $(misses $small 2 mem0 num_read))) $lines
exactly 'writes to memory' "$(misses $large 2 mem0 num_write)" 0

# Arrays beyond L3: every repetition fetches all three anew, and writes one back.
small=1200000 large=1600000
per_repetition() {
  echo $(($(misses "$1" 2 "${@:2}") - $(misses "$1" 1 "${@:2}")))
}
exactly 'misses of L1 in a repetition' \
  $(($(per_repetition $large L1_0 read_misses write_misses) - $(per_repetition $small L1_0 read_misses write_misses))) \
  $((3 * (large - small) * 8 / 64))
exactly 'reads of memory in a repetition' \
  $(($(per_repetition $large mem0 num_read) - $(per_repetition $small mem0 num_read))) \
  $((3 * (large - small) * 8 / 64))
exactly 'writes to memory in a repetition' \
  $(($(per_repetition $large mem0 num_write) - $(per_repetition $small mem0 num_write))) \
  $(((large - small) * 8 / 64))
