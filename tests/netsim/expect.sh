# Sourced by tests that go on after what is not so: they end with `exit $wrong`.
# shellcheck shell=bash
wrong=0
expect() { # expect WHAT COMMAND...
  local what=$1
  shift
  "$@" || {
    echo "not so: $what"
    wrong=1
  }
}
