#!/bin/bash
# What valgrind's lackey prints of a program, converted and simulated, against closed forms, exactly.
#   lackey_test.sh BUILD_TREE
set -eu
build=$1
here=$(dirname "$(realpath "$0")")
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "skipped: sweep.c is for x86-64"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# forecast LINES PASSES: makes r.json. No register is saved on the stack: nothing is called.
forecast() {
  gcc -O2 -nostdlib -static -fno-stack-protector -fcall-used-rbx -ffixed-rbp -fcall-used-r12 \
    -DLINES="$1" -DPASSES="$2" "$here/sweep.c" -o sweep
  valgrind --tool=lackey --trace-mem=yes ./sweep >lackey 2>&1
  "$build/bin/hpcast" trace convert lackey -o T
  "$build/bin/hpcast" memory "$here/two-levels.dat.json" T --json r.json >/dev/null
}
value() { "$build/tests/accuracy/result_value" r.json "$@"; }
exactly() {
  echo "$1: $2, expected $3"
  [ "$2" -eq "$3" ]
}

# check LINES PASSES READ_MISSES WRITE_MISSES. A line is read in each pass and then modified, which
# is a read and a write; the 10 bytes at its end are pieces of 4, 4 and 2, the last two of them in
# the next line.
check() {
  forecast "$1" "$2"
  exactly 'reads' "$(value D1 num_read)" $(($1 * $2 + $1))
  exactly 'writes' "$(value D1 num_write)" $(($1 + 3))
  exactly 'read misses of D1' "$(value D1 read_misses)" "$3"
  exactly 'write misses of D1' "$(value D1 write_misses)" "$4"
}

# 8 KiB stay in the D1 of 16 KiB. 64 KiB do not, and LRU has lost a line by the time it comes again.
check 128 3 128 1
check 1024 3 $((1024 * 4)) 1
