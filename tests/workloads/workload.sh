# What tests of a workload share. Sets "$work", an empty folder that is the current one; the caller
# sets "$program".
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

die() {
  echo "FAILED: $*" >&2
  head -n 20 output errors >&2
  exit 1
}
# run EXPECTED_STATUS ARGUMENT...: what it says is in output and errors.
run() {
  local expected=$1
  shift
  timeout 1000 "$program" "$@" >output 2>errors </dev/null
  local status=$?
  [ $status -eq "$expected" ] || die "exit status $status, not $expected: ${program##*/} $*"
}
