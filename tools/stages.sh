# Sourced by ./test: runs stages with a log each and counts what passed and failed.
# shellcheck shell=bash
passed=0
failed=0
failures=()
viewer_stages=()

log_of() { echo "build/test-logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$1").log"; }

junit_of() {
  local log
  log=$(log_of "$1")
  echo "${log%.log}.xml"
}

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
  local name=$1 log start=$SECONDS
  shift
  log=$(log_of "$name")
  "$@" >"$log" 2>&1
  count "$name" $? $((SECONDS - start)) "$log"
}

# count NAME STATUS SECONDS LOG: returns the status.
count() {
  report "$@"
  if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  return "$2"
}

# begin NAME COMMAND...: a check in the background. What runs there does not hear of Ctrl-C.
begin() {
  local log
  log=$(log_of "$1")
  trap 'trap - TERM; kill 0' INT
  (
    start=$SECONDS
    "${@:2}" >"$log" 2>&1
    echo "$? $((SECONDS - start))" >"${log%.log}.status"
  ) &
}

# end COUNT NAME...: waits for all that was begun; COUNT NAME STATUS SECONDS LOG tells of each. Returns
# what COUNT does of the last.
end() {
  local count=$1 name log
  shift
  wait
  trap - INT
  for name in "$@"; do
    log=$(log_of "$name")
    $count "$name" $(cat "${log%.log}.status") "$log"
  done
}

# stages PREFIX COMMAND NAME...: a stage PREFIX NAME of COMMAND NAME for each name, as many at a time
# as there are processors.
stages() {
  local prefix=$1 command=$2 name
  shift 2
  for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 0.2; done
    begin "$prefix$name" "$command" "$name"
  done
  end count "${@/#/$prefix}"
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
  junit=$root/$(junit_of "$name")
  # One test more than processors: many wait for something.
  "$@" ctest --test-dir "build/$preset" --output-on-failure -j"$(($(nproc) + 1))" --timeout 1500 --no-tests=error \
    -R "$tests" -LE "^($excluded)\$" --output-junit "$junit" >"$log" 2>&1
  status=$?
  count_tests $status "$junit"
  report "$name" $status $((SECONDS - start)) "$log"
}

# begin_vitest NAME SCRIPT: the viewer's npm script in the background, until end_vitest.
begin_vitest() {
  viewer_stages+=("$1")
  begin "$1" npm_run "$2" -- --reporter=verbose --reporter=junit \
    --outputFile.junit="$root/$(junit_of "$1")"
}

# end_vitest: waits for what was begun, and counts each test of it.
end_vitest() {
  end count_vitest "${viewer_stages[@]}"
  viewer_stages=()
}

# count_vitest NAME STATUS SECONDS LOG
count_vitest() {
  count_tests "$2" "$root/$(junit_of "$1")"
  report "$@"
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
