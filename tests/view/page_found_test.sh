#!/bin/bash
# page_found_test.sh SOURCE: does a build folder that was configured without the viewer's page notice
# it once it is there, and once it is another one? With ccache too, which cannot see what the
# assembler reads.
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
page=$scratch/page.html
object=CMakeFiles/hpcast.dir/src/hpcast/faces/cli/view/viewer_page.cc.o
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

# built TEXT: does the next build put TEXT into the program's part that holds the page?
built() {
  CCACHE_DIR=$scratch/ccache ninja -C "$scratch/build" $object >"$scratch/output" 2>&1 ||
    { cat "$scratch/output"; exit 1; }
  grep -qaF "$1" "$scratch/build/$object" || { echo "the page is not in hpcast: $1"; exit 1; }
}

cmake -S "$source" -B "$scratch/build" -G Ninja -DHPCAST_TESTS=OFF -DHPCAST_BENCH=OFF \
  -DHPCAST_VIEWER_PAGE="$page" "${launcher[@]}" >"$scratch/output" 2>&1 ||
  { cat "$scratch/output"; exit 1; }
grep -q 'The viewer is left out' "$scratch/output"
built viewer_page
for text in 'the first page' 'another page' 'the first page'; do
  sleep 0.1 # the clock of files is coarse
  echo "<!--hpcast:data-->$text" >"$page"
  built "<!--hpcast:data-->$text"
done
rm "$page"
built viewer_page
! grep -qaF 'the first page' "$scratch/build/$object" || { echo 'a page that is gone'; exit 1; }
