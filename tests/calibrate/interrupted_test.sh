#!/bin/bash
# interrupted_test.sh BUILD: Ctrl-C ends hpcast calibrate soon, with a word, and leaves no file.
set -uo pipefail
hpcast=$1/bin/hpcast
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$1"; cat errors; ls; exit 1; }
set -m  # or the shell makes its children deaf to SIGINT
"$hpcast" calibrate -o host.dat.json --json host.json >out 2>errors &
sleep 3
kill -INT $!
wait $!
status=$?
[ $status -eq 130 ] || fail "exit code $status, expected 130"
grep -q 'interrupted; nothing was written' errors || fail 'it does not say so'
[ ! -e host.dat.json ] && [ ! -e host.json ] && [ ! -s out ] || fail 'something was written'
