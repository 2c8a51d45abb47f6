#!/bin/bash
# Do the kernels of bench/accuracy compute the same in all their builds, alone and by two threads,
# and what is known of them?   accuracy_test.sh BUILD_TREE
# How fast they are depends on the host and is not tested.
set -u
. "$(dirname "$0")/workload.sh"
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS
programs=$(ls "$1"/workloads/native/accuracy_*)
if ! grep -qw avx2 /proc/cpuinfo; then programs=$(grep -v _v3 <<<"$programs"); fi

cases=0
for program in $programs; do
  OMP_NUM_THREADS=1 run 0 --list
  mv output list
  while read -r kernel class OMP_NUM_THREADS; do
    case $class in core | memory | program) ;; *) die "a class '$class'" ;; esac
    run 0 "$kernel" 1
    grep -q "^$kernel [0-9.]* s, checksum [-0-9.e+]*$" output || die "$kernel says something else"
    awk '{ print $1, $NF }' output >>checksums
    cases=$((cases + 1))
  done <list
done
[ "$cases" -ge 60 ] || die "$cases cases"

# Sums are the same up to the order and the rounding of a multiply-add.
awk 'function off(a, b) { return a > b ? a - b : b - a }
     $1 in sum && off($2, sum[$1]) > 1e-6 * off(sum[$1], 0) { print $1, sum[$1], $2; wrong = 1 }
     { sum[$1] = $2 } END { exit wrong }' checksums >output || die 'checksums differ between builds'
for known in 'queens 2680' 'recursion 317811' 'adds 16241409' 'brightness 444518'; do
  grep -qx "$known" checksums || die "not: $known"
done

for arguments in '' 'nothing' 'dot 0' 'dot x'; do run 2 $arguments; done
