#!/bin/bash
# Does include_check.sh catch what it is there for? Runs it over small trees made up here.
set -euo pipefail
check=$(dirname "$(realpath "$0")")/include_check.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# expect STATUS FILE HEADER: the check's status on a tree with one file with one include.
expect() {
  local status=0
  rm -rf "${tree:?}/src" "${tree:?}/tracers" "${tree:?}/slicer"
  mkdir -p "$tree/src" "$tree/$(dirname "$2")"
  echo "#include \"hpcast/$3\"" >"$tree/$2"
  bash "$check" "$tree" >"$tree/output" || status=$?
  if [ $status -ne "$1" ]; then
    echo "$2 including $3: status $status, expected $1"
    cat "$tree/output"
    exit 1
  fi
  [ "$1" -eq 0 ] || grep -q "^$2:1: " "$tree/output"
}

expect 0 src/hpcast/memsim/cache.cc memsim/cache.h
expect 0 src/hpcast/memsim/cache.cc base/units.h
expect 0 src/hpcast/forecast/memory.cc memsim/cache.h
expect 0 src/hpcast/dat/machine.h base/cache_rules.h
expect 0 tracers/compiler/runtime.cc memsim/private_core.h
expect 0 tracers/compiler/runtime.cc reftrace/channel.h
expect 1 src/hpcast/base/units.cc dat/machine.h
expect 1 src/hpcast/dat/read.cc reftrace/record.h
expect 1 src/hpcast/dat/read.cc memsim/cache.h
expect 1 src/hpcast/memsim/cache.cc result/memory_result.h
expect 1 src/hpcast/report/text.cc forecast/memory.h
expect 1 src/hpcast/report/text.cc dat/machine.h
expect 1 src/hpcast/forecast/memory.cc cli/main.h
expect 1 src/hpcast/new_module/a.cc base/units.h
expect 0 tracers/mpi/recorder.h mpitrace/record_file.h
expect 1 tracers/mpi/recorder.h mpitrace/profile.h
expect 1 tracers/compiler/runtime.cc base/json.h
expect 0 slicer/plan.cc base/json.h
expect 1 slicer/plan.cc skeleton/plan.h
