#!/bin/bash
# perf_here_test.sh HPCAST: what the perf of this host prints of software events, which need no hardware,
# is read in all its forms.
set -euo pipefail
hpcast=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
if ! perf stat -x, -o probe -e task-clock,page-faults true 2>/dev/null; then
  echo 'skipped: no perf here, or it may count nothing'
  exit 77
fi
# Of the whole machine only where we may.
forms=('' '-r 3' '-I 20')
! perf stat -a -x, -o probe -e task-clock true 2>/dev/null ||
  forms+=('-a -A' '-a --per-socket' '-a --per-core -I 20' '-a --per-die' '-a --per-node' '-a --per-thread')
count=0
for form in "${forms[@]}"; do
  for writing in -x, '-x;' '-x|' -x:: -j; do
    # Of all threads that there are, some may end before perf has found them: then it gives up.
    perf stat $form $writing -o counts -e task-clock,page-faults,context-switches sleep 0.05 || continue
    "$hpcast" counters convert counts --to csv >table.csv 2>notes || { cat notes counts; exit 1; }
    grep -q '^start_s,.*page_faults' table.csv || { echo "perf stat $form $writing"; cat counts table.csv; exit 1; }
    count=$((count + 1))
  done
done
"$hpcast" counters collect --perf perf --set software -r 2 -I 20ms -o table.json -- sleep 0.05
grep -q '"cpu_time"' table.json
[ $count -ge 15 ] || { echo "perf counted in $count forms only"; exit 1; }
echo "$count forms were read"
