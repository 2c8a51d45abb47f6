#!/bin/bash
# Read and write misses of D1 and LL within 2 % of cachegrind's, with the same caches described.
#   cachegrind_test.sh BUILD_TREE PROGRAM SIZE
#
# Cachegrind counts a whole process: the loader, the C library, the initialisation. So both count
# two runs that differ only in how often the kernel is repeated; their difference is the kernel.
# Cachegrind's program is the ordinary one, ours the one with the tracer: what they share is the
# source. A write that misses fetches its line and counts as a write miss on the way, as with
# cachegrind; write-backs, which cachegrind does not have, hit LL here.
set -eu
build=$1 program=$2 size=$3
machine=$(dirname "$(realpath "$0")")/two-levels.dat.json
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export OMP_NUM_THREADS=1

# ours REPETITIONS: "read misses of D1, write misses of D1, of LL, of LL"
ours() {
  "$build/bin/hpcast" memory "$machine" --json r.json -- \
    "$build/workloads/traced/$program" "$size" "$1" >/dev/null
  local cache member
  for cache in D1 LL; do
    for member in read_misses write_misses; do
      "$build/tests/accuracy/result_value" r.json $cache $member
    done
  done | paste -s -d ' '
}
# theirs REPETITIONS: likewise
theirs() {
  valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=counts \
    --I1=16384,4,64 --D1=16384,4,64 --LL=262144,8,64 \
    "$build/workloads/native/$program" "$size" "$1" >/dev/null 2>errors || { cat errors; exit 1; }
  # events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
  grep -q '^events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw$' counts
  awk '$1 == "summary:" {print $6, $9, $7, $10}' counts
}

echo "$(ours 1) $(ours 3) $(theirs 1) $(theirs 3)" | awk '
  # Return addresses and spilled registers are no references of the program but share its caches:
  # cachegrind alone counts their misses, some hundreds, which only a sum of few can feel.
  function check(name, mine, theirs, allowed) {
    wrong = mine > theirs ? mine - theirs : theirs - mine
    if (wrong > 0.02 * theirs + allowed) failed = 1
    printf "%-9s %10d %10d %+.2f %%\n", name, mine, theirs, 100 * (mine - theirs) / theirs
  }
  {
    printf "%-9s %10s %10s\n", "misses", "hpcast", "cachegrind"
    check("D1", $5 + $6 - $1 - $2, $13 + $14 - $9 - $10, 0)
    check("LL", $7 + $8 - $3 - $4, $15 + $16 - $11 - $12, 0)
    check("D1 read", $5 - $1, $13 - $9, 500)
    check("D1 write", $6 - $2, $14 - $10, 500)
    check("LL read", $7 - $3, $15 - $11, 500)
    check("LL write", $8 - $4, $16 - $12, 500)
    exit failed
  }'
