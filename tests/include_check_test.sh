#!/bin/bash
# Does include_check.sh catch what it is there for? Runs it over small trees made up here.
set -euo pipefail
check=$(dirname "$(realpath "$0")")/include_check.sh
rooms=$(dirname "$(realpath "$0")")/../src/hpcast/rooms.txt
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# expect STATUS FILE HEADER: the check's status on a tree with one file with one include.
expect() {
  local status=0
  rm -rf "${tree:?}/src" "${tree:?}/tracers" "${tree:?}/slicer"
  mkdir -p "$tree/src/hpcast" "$tree/$(dirname "$2")"
  cp "$rooms" "$tree/src/hpcast"
  echo "#include \"hpcast/$3\"" >"$tree/$2"
  bash "$check" "$tree" >"$tree/output" || status=$?
  if [ $status -ne "$1" ]; then
    echo "$2 including $3: status $status, expected $1"
    cat "$tree/output"
    exit 1
  fi
  [ "$1" -eq 0 ] || grep -q "^$2:1: " "$tree/output"
}

expect 0 src/hpcast/models/memsim/cache.cc models/memsim/cache.h
expect 0 src/hpcast/models/memsim/cache.cc base/units.h
expect 0 src/hpcast/forecast/memory/forecast.cc models/memsim/cache.h
expect 0 src/hpcast/inputs/dat/machine.h base/cache_rules.h
expect 0 tracers/compiler/runtime.cc models/memsim/private_core.h
expect 0 tracers/compiler/runtime.cc inputs/reftrace/channel.h
expect 1 src/hpcast/base/units.cc inputs/dat/machine.h
expect 1 src/hpcast/inputs/dat/read.cc inputs/reftrace/record.h
expect 1 src/hpcast/inputs/dat/read.cc models/memsim/cache.h
expect 1 src/hpcast/models/memsim/cache.cc answers/memory/answer.h
expect 1 src/hpcast/faces/report/memory/text.cc forecast/memory/forecast.h
expect 1 src/hpcast/faces/report/memory/text.cc inputs/dat/machine.h
expect 1 src/hpcast/forecast/memory/forecast.cc faces/cli/commands.h
expect 1 src/hpcast/forecast/memory/forecast.cc forecast/network/forecast.h
expect 0 src/hpcast/models/power/activity.cc inputs/meter/possible.h
expect 1 src/hpcast/models/power/activity.cc inputs/meter/windows.h
expect 1 src/hpcast/models/memsim/cache.cc models/netsim/part.h
expect 1 src/hpcast/new_module/a.cc base/units.h
expect 0 tracers/mpi/recorder.h inputs/mpitrace/record_file.h
expect 1 tracers/mpi/recorder.h inputs/mpitrace/profile.h
expect 1 tracers/compiler/runtime.cc base/json.h
expect 0 slicer/plan.cc base/json.h
expect 1 slicer/plan.cc models/skeleton/plan.h

# expect_table LINE ERROR: what the check says of a table with that line at its end.
expect_table() {
  rm -rf "${tree:?}/src" "${tree:?}/tracers" "${tree:?}/slicer"
  mkdir -p "$tree/src/hpcast"
  { cat "$rooms" && echo "$1"; } >"$tree/src/hpcast/rooms.txt"
  if bash "$check" "$tree" >"$tree/output" || ! grep -qF "$2" "$tree/output"; then
    echo "table with '$1': expected '$2'"
    cat "$tree/output"
    exit 1
  fi
}

expect_table 'models/cooling: base memsim' 'models/cooling lists memsim: models do not include each other'
expect_table 'inputs/above: base below' 'inputs/above lists below, which stands in no line above'
