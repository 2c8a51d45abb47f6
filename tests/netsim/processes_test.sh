#!/bin/bash
# processes_test.sh BUILD: hpcast network started by mpirun says what it says by itself, once, and
# ends by itself when there is nothing to simulate.
set -u
. "$(dirname "$0")/expect.sh"
build=$1
hpcast=$build/bin/hpcast
command -v mpirun >/dev/null && [ -e "$build/lib/hpcast/mpi-wire.so" ] || {
  echo "skipped: there is no mpirun, or hpcast was built without MPI"
  exit 77
}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_orte_abort_timeout=5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
# Nothing here takes long; what hangs is ended, and seen by its status.
several() { timeout 1000 mpirun -np "$@"; }

echo '{"pattern": "halo", "shape": [4, 4, 2], "bytes": "20 KiB", "steps": 3}' >halo.json
echo '{"pattern": "random", "ranks": 24, "messages": 40, "bytes": "3 KiB"}' >random.json
echo '{"name": "tree", "topology": {"type": "fat-tree", "down": [4, 8], "up": [1, 2]},
  "links": {"bandwidth": "1 GB/s", "latency": "1 us"}, "switches": {"latency": "100 ns"},
  "mpi": {"eager_limit": "4 KiB", "send_overhead": "200 ns"}}' >tree.json

without_run() { python3 -c 'import json, sys
result = json.load(open(sys.argv[1]))
del result["run"]
print(json.dumps(result, sort_keys=True))' "$1"; }

for profile in halo random; do
  "$hpcast" network tree.json $profile.json --json alone.json --chrome alone.trace >alone.txt || wrong=1
  for count in 2 3; do
    several $count "$hpcast" network tree.json $profile.json --json many.json --chrome many.trace \
      >many.txt 2>many.err || {
      cat many.err
      wrong=1
    }
    expect "$profile by $count processes has the same result" \
      cmp <(without_run alone.json) <(without_run many.json)
    expect "$profile by $count processes has the same timeline" cmp alone.trace many.trace
    expect "it is $count processes" grep -q "\"processes\": $count" many.json
    expect "it says it once" [ "$(grep -c "$(head -1 alone.txt)" many.txt)" = 1 ]
    expect "and in no colours" [ "$(cat many.txt many.err | grep -c $'\e')" = 0 ]
  done
done

# What cannot be simulated ends all processes, with one message.
fails() { # fails PATTERN ARGUMENT...
  local pattern=$1
  shift
  several 2 "$hpcast" network "$@" >out 2>err
  expect "$* ends with status 2" [ $? = 2 ]
  expect "$* says '$pattern' once" [ "$(grep -c "$pattern" err)" = 1 ]
}
printf '0 init\n1 init\n0 recv 1 5 100 0\n1 recv 0 6 100 0\n0 finalize\n1 finalize\n' >deadlock.ti
fails 'does not come to its end' tree.json deadlock.ti
fails 'did you mean' tree.json halo.json --collective allreduc=ring
fails 'no-such-network' no-such-network halo.json
fails 'no-such-profile' tree.json no-such-profile
fails 'no-such-folder' tree.json halo.json --json no-such-folder/x.json
echo '{"pattern": "ring", "ranks": 1000, "bytes": 1}' >large.json
fails 'do not fit' tree.json large.json
exit $wrong
