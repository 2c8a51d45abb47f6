#!/bin/bash
# The 95 % intervals of --sample sets:8 against the whole run, on the workloads, with several seeds
# and on two machines.   sampling_test.sh BUILD_TREE
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# samples NAME PROGRAM ARGUMENT...: the whole run and samples, on each machine.
samples() {
  local name=$1 machine seed
  shift
  "$build/bin/hpcast" trace -o trace --omp-threads 4 -- "$build/workloads/traced/$1" "${@:2}" >/dev/null
  for machine in i7-7700k epyc-7702x2-nps4; do
    "$build/bin/hpcast" memory $machine trace --json "$name.$machine.0.json" >/dev/null
    for seed in 1 2 3 4; do
      "$build/bin/hpcast" memory $machine trace --sample sets:8:$seed \
        --json "$name.$machine.$seed.json" >/dev/null
    done
  done
  rm -r trace
}
samples triad triad 100000 3
samples gather gather 20000 2
samples dgemm dgemm 150
samples jacobi jacobi 300 5
samples is npb_is S
samples mg npb_mg S
"$build/tests/accuracy/interval_holds" *.json
