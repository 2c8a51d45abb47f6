#!/bin/bash
# Does workloads/chase run all its mixtures and refuse what it cannot?   chase_test.sh BUILD_TREE
# How fast it is depends on the host and is not tested.
set -u
program=$1/workloads/native/chase
. "$(dirname "$0")/workload.sh"

said() { grep -q -- "$1" output || die "no '$1'"; }

# Each loop, by chains, kind of work, dependence and stream, checks where it arrives.
for chains in 1 2 3 4 8 16 32; do
  for kind in '' --parallel-work --integer-work; do
    for dependent in '' --dependent-work; do
      for stream in '' '--stream 30'; do
        run 0 $chains 8 10KiB --steps 1000 $kind $dependent $stream
        said " 1000 steps, $((1000 * chains)) loads, "
      done
    done
  done
done
run 0 4 0 4096 --steps 300 --stream 50
said ' 1200 loads, 1200 stream reads, '
run 0 2 3 3MiB 0.05 --small-pages
said 'huge pages: \(0 of 3145728\|unknown\)'
run 0 --probe 64KiB
said 'probe: footprint 65536 bytes, latency [0-9.]* ns'

for arguments in '' '1 1' '0 1 4096' '33 1 4096' 'x 1 4096' '1 -1 4096' '1 1 0' '1 1 4096kb' \
  '1 1 99999999999GiB' '8 1 64' '1 1 4096 0' '1 1 4096 nan' '1 1 4096 1 1' '1 1 4096 --steps 0' \
  '1 1 4096 --stream 100' '1 3 4096 --parallel-work' '--probe 4096 1' '1 1 4096 --fast'; do
  run 2 $arguments
done
run 3 1 1 1024GiB
