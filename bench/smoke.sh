#!/bin/sh
# bench_smoke: every benchmark in its shortest form prints its table. Whether what they ask for is
# met (exit code 0 or 1) is not looked at: short runs beside other work do not show it.
# smoke.sh FOLDER: where the benchmarks lie.
set -u
folder=$1

# check NAME WORD: NAME --quick ends with 0 or 1 and prints a table with WORD in its head.
check() {
  output=$("$folder/$1" --quick 2>&1)
  status=$?
  if [ $status -gt 1 ] || ! echo "$output" | grep -q -- "$2" || ! echo "$output" | grep -q -- '-----'; then
    echo "$1 --quick: exit code $status, expected 0 or 1 and a table with '$2'"
    echo "$output"
    exit 1
  fi
}

check memory-speed cachegrind
check pmnet-table4 'as STREAM'
check npb 'forecast'
check sampling 'speed-up'
check latency-truth 'window'
check accuracy 'geo-mean'
check limit-truth 'beside'
check core-sampling 'speed-up'
check reftrace-speed 'bytes/reference'
[ ! -x "$folder/record-overhead" ] || check record-overhead 'recorded'
[ ! -x "$folder/psi-nsim" ] || check psi-nsim 'to the paper'
[ ! -x "$folder/power-k" ] || check power-k 'MW/system'
check network-speed 'two processes'
check regression-speed 'scikit-learn'
[ ! -x "$folder/trace-generation" ] || check trace-generation 'the paper'
check trace-speed 'METRIC events'
check power-a15 ''
[ ! -x "$folder/skeleton" ] || check skeleton 'original'
# --only: the rows of that name and no others; what no row is named is refused.
rows=$("$folder/reftrace-speed" --quick --only gather 2>&1)
case $rows in *triad*) rows= ;; *'gather, y in register'*) ;; *) rows= ;; esac
"$folder/reftrace-speed" --quick --only nothing 2>&1 | grep -q 'rows: triad; gather' && [ -n "$rows" ] ||
  { echo 'reftrace-speed --only: not the rows that were asked for'; exit 1; }
study=$(mktemp -d)
CASES=2 "$(dirname "$0")/spmv-208" "$folder/.." "$study" >"$study/text" 2>&1 &&
  grep -q '^20 of 20 runs' "$study/text" || { cat "$study/text" && exit 1; }
rm -r "$study"
"$folder/memsim-kernels" --benchmark_min_time=0.001 >/dev/null || exit 1
echo ok
