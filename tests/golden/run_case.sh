#!/bin/bash
# run_case.sh [--update] CASE...: runs CASE (a path without its extension) and compares.
#
#   CASE.cmd     shell lines; they see $HPCAST, $SOURCE, $MACHINES, $WORKLOADS (in it native/ and
#                traced/), $CASES; hpcast and hpcast-cc are in the path; the folder is empty
#   CASE.out     expected standard output       } after normalise(); a file that is not there is an
#   CASE.err     expected standard error        } empty one
#   CASE.status  expected exit code; 0 when there is no such file
#
# --update writes what came out instead. Both need HPCAST_BUILD, the build tree to test.
set -uo pipefail
update=no
if [ "${1-}" = --update ]; then
  update=yes
  shift
fi
here=$(dirname "$(realpath "$0")")
: "${HPCAST_BUILD:?the build tree to test}"
HPCAST_BUILD=$(realpath "$HPCAST_BUILD")
SOURCE=$(realpath "$here/../..")
export SOURCE HPCAST=$HPCAST_BUILD/bin/hpcast
export MACHINES=$SOURCE/machines WORKLOADS=$HPCAST_BUILD/workloads CASES=$here
export PATH=$HPCAST_BUILD/bin:$PATH LC_ALL=C TZ=UTC COLUMNS=80
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What depends on the run, the host or the checkout, though the answer does not. A text report ends
# with a paragraph of such facts, of two lines at most: what comes behind it is to be compared.
normalise() { without_facts | in_order_of_names; }

# A table's rows that show the same numbers stand in an order that a live run's last digits decide.
in_order_of_names() {
  awk 'function flush(  i) { for (i = 1; i <= rows; ++i) print row[i]; rows = 0 }
       match($0, /^[A-Za-z][A-Za-z0-9_-]*[0-9] +(core|cache|memory|router) /) {
         name = $1; same = $0; sub(/[0-9]+ +/, " ", same)
         if (same != kin) flush()
         kin = same; number = name; gsub(/.*[^0-9]/, "", number)
         for (i = rows; i > 0 && numbers[i] > number + 0; --i) { row[i + 1] = row[i]; numbers[i + 1] = numbers[i] }
         row[i + 1] = $0; numbers[i + 1] = number + 0; ++rows
         next
       }
       { flush(); kin = ""; print }
       END { flush() }'
}

without_facts() {
  awk '/ references of [0-9]+ threads? simulated|^Simulated in / { skip = 2; print "@RUN@" }
       /^$/ { skip = 0 }
       skip > 0 { --skip; next }
       { print }' |
  sed -E -e '/ how long such libraries took: /d' \
    -e 's|[0-9.]+ ([GM]B/s, checksum)|@RUN@ \1|; s|[0-9.]+ ([GM]FLOP/s, checksum)|@RUN@ \1|' \
    -e "s|$scratch/work|@WORK@|g; s|$HPCAST_BUILD|@BUILD@|g; s|$SOURCE|@SOURCE@|g" \
    -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:]{5,8}(\.[0-9]+)?(Z|[+-][0-9:]+)?)?/@DATE@/g' \
    -e 's/("(wall_s|simulated_s|cpu_s|references_per_s|events_per_s)": )[-+.0-9e]+/\1"@RUN@"/' \
    -e 's/("host": )"[^"]*"/\1"@RUN@"/' \
    -e 's/("name": "hpcast", *)?("version": )"[^"]*"/\1\2"@VERSION@"/'
}

# same EXPECTED ACTUAL: compares, a missing EXPECTED being empty; with --update, writes it.
same() {
  if [ $update = yes ]; then
    if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
    return
  fi
  local expected=$1
  [ -f "$1" ] || expected=/dev/null
  diff -u --label "${1##*/} (expected)" --label "${1##*/} (came out)" "$expected" "$2"
}

# A program's stack begins below its environment, and the last digits of a forecast go with where it
# lies. `_` will be the path of hpcast.
pad_environment() {
  local bytes total=16384
  bytes=$(env -0 | awk 'BEGIN { RS = "\0" } !/^_=/ { n += length($0) + 9 } END { print n }')
  HPCAST_TEST_PADDING=$(printf '%*s' $((total - bytes - ${#HPCAST})) '')
  export HPCAST_TEST_PADDING
}

# run_case CASE
run_case() {
  local case status
  case=$(realpath -m "$1")
  rm -rf "$scratch/work" && mkdir "$scratch/work"
  (cd "$scratch/work" && pad_environment && bash "$case.cmd") >"$scratch/out.raw" 2>"$scratch/err.raw" </dev/null
  status=$?
  normalise <"$scratch/out.raw" >"$scratch/out"
  normalise <"$scratch/err.raw" >"$scratch/err"
  : >"$scratch/status"
  [ $status -eq 0 ] || echo $status >"$scratch/status"
  local part result=0
  for part in out err status; do
    same "$case.$part" "$scratch/$part" || result=1
  done
  return $result
}

wrong=0
for case in "$@"; do
  run_case "${case%.cmd}" || wrong=1
done
if [ $wrong -ne 0 ]; then
  echo "If this is what it should be: HPCAST_BUILD=$HPCAST_BUILD $here/run_case.sh --update CASE..."
fi
exit $wrong
