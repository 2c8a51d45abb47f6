# What tests of running programs have in common; sourced with their arguments: BUILD_TREE CASE
# [TRACER]. Leaves them in a folder of their own that goes with them.
# shellcheck shell=bash
set -u
build=$1 case=$2
source_folder=$(cd "$(dirname "$0")" && pwd)
PATH=$build/bin:$PATH
# With the Valgrind tracer: the same programs as an ordinary compiler makes them.
tracer=${3-compiler}
programs=$build/tests/online/programs-$tracer
workloads=$build/workloads/traced
[ "$tracer" = compiler ] || workloads=$build/workloads/native
same=$build/tests/online/same_result
machine=i7-7700k
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# What hangs is a deadlock: everything here takes a second or so, more on a busy machine.
limit=1000
die() {
  echo "FAILED: $*" >&2
  for file in output errors; do
    [ -s $file ] && echo "--- $file" >&2 && head -n 20 $file >&2
  done
  exit 1
}
# run EXPECTED_STATUS COMMAND...: its standard output in the file output, errors in errors.
run() {
  local expected=$1
  shift
  timeout -k 5 $limit "$@" >output 2>errors </dev/null
  status=$?
  [ $status -ne 124 ] && [ $status -ne 137 -o $expected -eq 137 ] || die "no end after $limit s: $*"
  [ $status -eq $expected ] || die "exit status $status, not $expected: $*"
}
said() { grep -q -- "$1" "$2" || die "no '$1' in $2"; }
must_be_same() { "$same" "$@" >output || die "differ: $*"; }
nothing_left_but() {
  local left
  left=$(ls -A | grep -vxE "output|errors|$1")
  [ -z "$left" ] || die "left behind: $left"
}
# begin SAID COMMAND...: in the background, until it has said that.
begin() {
  local what=$1
  shift
  # A shell's background commands are deaf to Ctrl-C.
  env --default-signal=INT "$@" >output 2>errors </dev/null &
  background=$!
  for _ in $(seq $((limit * 20))); do
    ! grep -qs "$what" output || return 0
    kill -0 $background 2>/dev/null || break
    sleep 0.05
  done
  said "$what" output
}
# over EXPECTED_STATUS: waits for what begin has started.
over() {
  local turns=0
  while kill -0 $background 2>/dev/null; do
    turns=$((turns + 1))
    [ $turns -lt $((limit * 20)) ] || { kill -KILL $background; die "no end after $limit s"; }
    sleep 0.05
  done
  wait $background
  status=$?
  [ $status -eq "$1" ] || die "exit status $status, not $1"
}
