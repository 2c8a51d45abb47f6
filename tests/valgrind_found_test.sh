#!/bin/bash
# valgrind_found_test.sh SOURCE: does a build folder that was configured without Valgrind's core find
# it once it has been set up, and the newest of several?
set -euo pipefail
source=$1
core=$(find "$source/build/valgrind" -name libcoregrind-amd64-linux.a 2>/dev/null | head -n 1) ||
  true # where there is no such folder
[ -n "$core" ] || { echo 'Valgrind is not set up here.'; exit 77; }
core=$(dirname "$(dirname "$core")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

configure() {
  cmake -S "$source" -B "$scratch/build" -G Ninja -DHPCAST_TESTS=OFF -DHPCAST_BENCH=OFF \
    -DHPCAST_VALGRIND_SETUP="$scratch/setup" >"$scratch/output" 2>&1 ||
    { cat "$scratch/output"; exit 1; }
}
has_tool() {
  ninja -C "$scratch/build" -t targets all >"$scratch/targets"
  grep -q '^hpcast_valgrind: ' "$scratch/targets"
}

mkdir "$scratch/setup"
configure
grep -q 'The Valgrind tracer is left out' "$scratch/output"
if has_tool; then echo 'a tool without a core'; exit 1; fi

for version in 1:3.9.0 1:3.19.0-1; do ln -s "$core" "$scratch/setup/$version"; done
configure
has_tool || { echo 'the core was set up, and not found'; cat "$scratch/output"; exit 1; }
grep -rqs '1:3.19.0-1' "$scratch/build/lib/hpcast/valgrind/version" ||
  { echo 'not the newest core:'; cat "$scratch/build/lib/hpcast/valgrind/version"; exit 1; }
