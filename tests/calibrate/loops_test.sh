#!/bin/bash
# loops_test.sh BUILD: loops of single instructions are forecast to take what each table of cores says.
set -euo pipefail
hpcast=$1/bin/hpcast loops=$1/workloads/native/calibrate_loops turns=1000
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: no loops for this architecture'; exit 77; }
[ -x "$1/lib/hpcast/valgrind/hpcast-amd64-linux" ] || { echo 'skipped: no Valgrind tracer'; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
status=0
"$hpcast" trace --code -o T -- "$loops" $turns >output
for generation in zen3 zen4 haswell broadwell skylake icelake sapphire-rapids generic; do
  "$hpcast" machine custom cores=1 generation=$generation -o m.dat.json
  "$hpcast" memory m.dat.json T --json result.json >output
  echo "$generation"
  "$1/tests/calibrate/loops_check" m.dat.json result.json $turns || status=1
done
exit $status
