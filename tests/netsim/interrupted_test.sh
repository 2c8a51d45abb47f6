#!/bin/bash
# interrupted_test.sh BUILD: a simulation that is told to end leaves what it has, marked as partial.
set -u
. "$(dirname "$0")/expect.sh"
hpcast=$1/bin/hpcast
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
# Hours of work.
echo '{"pattern": "all-to-all", "ranks": 512, "bytes": "1 MiB", "steps": 10}' >long.json

catches_signals() { # catches_signals PROCESS: SIGINT is bit 1; Python, which comes first, catches it too
  local caught
  [ "$(readlink "/proc/$1/exe")" -ef "$hpcast" ] &&
    caught=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") && ((0x$caught & 2))
}

interrupted() { # interrupted SIGNAL STATUS ARGUMENT...
  local signal=$1 status=$2 process
  shift 2
  rm -rf out.json out.html out.trace archive
  # A shell's & would make it deaf to SIGINT.
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$hpcast" network k-computer long.json --json out.json \
    --html out.html --chrome out.trace --otf2 archive "$@" >out.txt 2>err.txt &
  process=$!
  until catches_signals $process; do
    kill -0 $process 2>/dev/null || break
    sleep 0.05
  done
  until grep -q 'G packets of' err.txt; do
    kill -0 $process 2>/dev/null || break
    sleep 0.05
  done
  kill -"$signal" $process
  wait $process
  expect "SIG$signal $*: ends with status $status" [ $? = "$status" ]
  expect "that it takes long is said at once" grep -q 'G packets of' err.txt
  expect "the verdict says so" grep -q 'interrupted' out.txt
  expect "the result says so" grep -q '"partial": "interrupted"' out.json
  expect "the result has no time of the whole" python3 -c 'import json
result = json.load(open("out.json"))
assert "ideal_time_s" not in result and result["time_s"] >= 0, result'
  expect "the page says so" grep -q 'Ended early' out.html
  expect "the trace is whole" python3 -c 'import json; json.load(open("out.trace"))'
  expect "no archive is written" [ ! -e archive ]
  expect "which is said" grep -q -e '--otf2: not written' err.txt
}

interrupted INT 130
interrupted TERM 143 --threads 2
exit $wrong
