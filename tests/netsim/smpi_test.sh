#!/bin/bash
# smpi_test.sh BUILD: hpcast network beside SimGrid's smpirun on small patterns, on a switch with eight
# nodes. Both are told the same latencies and bandwidths, SimGrid without its corrections for TCP;
# there messages are fluids that share a link, here packets that take turns. They agree to 3 %.
set -euo pipefail
build=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
for program in smpicc smpirun; do
  command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
END
cat >network.json <<'END'
{"name": "switch", "topology": {"type": "single-switch", "nodes": 8},
 "links": {"bandwidth": "1 GB/s", "latency": "1 us"}, "packets": {"payload": "1 KiB"}}
END
for i in 0 1 2 3 4 5 6 7; do echo n$i; done >hosts
smpicc -O1 "$here/patterns.c" -o patterns >/dev/null 2>&1

# simgrid ARGUMENT...: smpirun with a plain network.
simgrid() {
  smpirun -np 8 -platform platform.xml -hostfile hosts --log=root.thresh:critical \
    --cfg=smpi/simulate-computation:no --cfg=network/model:CM02 --cfg=network/bandwidth-factor:1 \
    --cfg=network/latency-factor:1 --cfg=network/weight-S:0 --cfg=network/TCP-gamma:1e12 \
    --cfg=network/crosstraffic:0 "$@" 2>smpirun.err
}

wrong=0
printf '%-12s %8s %14s %14s %8s\n' pattern bytes 'SimGrid s' 'hpcast s' ratio
for pattern in ping-pong ring shift incast all-at-once; do
  for bytes in 1000 50000 1000000; do
    theirs=$(simgrid ./patterns $pattern $bytes | awk '/^took/ && $2 > most { most = $2 } END { print most }')
    rm -rf trace trace_files
    simgrid -trace-ti --cfg=tracing/filename:trace ./patterns $pattern $bytes >/dev/null
    ours=$("$build/bin/hpcast" network network.json trace --json - | python3 -c 'import json, sys; print(json.load(sys.stdin)["time_s"])')
    awk -v p=$pattern -v b=$bytes -v t="$theirs" -v o="$ours" 'BEGIN {
      printf "%-12s %8d %14.9f %14.9f %8.4f\n", p, b, t, o, o / t
      exit !(o / t > 0.97 && o / t < 1.03) }' || wrong=1
  done
done
exit $wrong
