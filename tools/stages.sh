# Sourced by ./test: runs stages with a log each and counts what passed and failed.
# shellcheck shell=bash
passed=0
failed=0
failures=()

log_of() { echo "build/test-logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$1").log"; }

# A log without what CTest and vitest say of the tests that passed, and libFuzzer of its progress.
what_matters() {
  grep -vE '^ +Start +[0-9]+: |^ *[0-9]+/[0-9]+ .* Passed +[0-9.]+ sec$|✓|^(#[0-9]+)?\s+(NEW|REDUCE)' "$1"
}

# report NAME STATUS SECONDS LOG
report() {
  if [ "$2" -eq 0 ]; then
    echo "ok      $1 ($3 s)"
  else
    echo "FAILED  $1 ($3 s); from $4:"
    what_matters "$4" | tail -n 40 | sed 's/^/        /'
    failures+=("$1: $4")
  fi
}

# stage NAME COMMAND...: one check. Returns the command's status.
stage() {
  local name=$1 log status start=$SECONDS
  shift
  log=$(log_of "$name")
  "$@" >"$log" 2>&1
  status=$?
  count "$name" $status $((SECONDS - start)) "$log"
  return $status
}

# count NAME STATUS SECONDS LOG
count() {
  report "$@"
  if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# stages PREFIX COMMAND NAME...: a stage PREFIX NAME of COMMAND NAME for each name, as many at a time
# as there are processors.
stages() {
  local prefix=$1 command=$2 name log
  shift 2
  trap 'trap - TERM; kill 0' INT # what runs in the background does not hear of Ctrl-C
  for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 0.2; done
    log=$(log_of "$prefix$name")
    (
      start=$SECONDS
      "$command" "$name" >"$log" 2>&1
      echo "$? $((SECONDS - start))" >"${log%.log}.status"
    ) &
  done
  wait
  trap - INT
  for name in "$@"; do
    log=$(log_of "$prefix$name")
    count "$prefix$name" $(cat "${log%.log}.status") "$log"
  done
}

# build_preset PRESET TARGET [CMAKE ARGUMENT...]
build_preset() {
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" "$@" && cmake --build "build/$preset" --target "$target"
}

junit_count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$2" | head -n 1; }

# ctest_stage NAME PRESET EXCLUDED_LABELS [TESTS [WRAPPER...]]: counts each test of the build tree.
ctest_stage() {
  local name=$1 preset=$2 excluded=$3 tests=${4-.} log junit status start=$SECONDS
  shift $(($# < 4 ? $# : 4))
  log=$(log_of "$name")
  junit=$root/${log%.log}.xml
  # One test more than processors: many wait for something.
  "$@" ctest --test-dir "build/$preset" --output-on-failure -j"$(($(nproc) + 1))" --timeout 300 --no-tests=error \
    -R "$tests" -LE "^($excluded)\$" --output-junit "$junit" >"$log" 2>&1
  status=$?
  count_tests $status "$junit"
  report "$name" $status $((SECONDS - start)) "$log"
}

# vitest_stage NAME SCRIPT: counts each test of the viewer's npm script.
vitest_stage() {
  local name=$1 script=$2 log junit status start=$SECONDS
  log=$(log_of "$name")
  junit=$root/${log%.log}.xml
  npm_run "$script" -- --reporter=verbose --reporter=junit --outputFile.junit="$junit" >"$log" 2>&1
  status=$?
  count_tests $status "$junit"
  report "$name" $status $((SECONDS - start)) "$log"
}

# A test that CTest could not start (not built) counts as failed; one that skipped itself as neither.
count_tests() {
  local status=$1 junit=$2 tests failures_here skipped
  tests=$(junit_count tests "$junit" 2>/dev/null)
  failures_here=$(junit_count failures "$junit" 2>/dev/null)
  skipped=$(junit_count skipped "$junit" 2>/dev/null)
  if [ -z "$tests" ] || { [ "$status" -ne 0 ] && [ "$failures_here" -eq 0 ]; }; then
    failed=$((failed + 1))
  fi
  failed=$((failed + ${failures_here:-0}))
  passed=$((passed + ${tests:-0} - ${failures_here:-0} - ${skipped:-0}))
}

# The closing lines; the script's exit status.
summary() {
  if [ ${#failures[@]} -gt 0 ]; then
    echo 'What failed, and its log:'
    printf '  %s\n' "${failures[@]}"
  fi
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
