#!/bin/bash
# calibrate_test.sh BUILD: hpcast calibrate --quick writes a machine that hpcast reads, and its numbers lie
# where those of any host do.
set -euo pipefail
hpcast=$1/bin/hpcast
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$hpcast" calibrate --quick -o host.dat.json --json host.json >host.txt 2>errors
[ ! -s errors ] || { echo 'it is not silent without a terminal:'; cat errors; exit 1; }
grep -q '^this host: ' host.txt
"$hpcast" show host.dat.json >/dev/null
python3 - <<'PYTHON'
import json
table, machine = json.load(open("host.json")), json.load(open("host.dat.json"))
value = {(m["group"], m["name"]): m["value"] for m in table["measurements"]}
used = {(m["group"], m["name"]) for m in table["measurements"] if m["used"]}
assert table["rounds"] >= 9, table["rounds"]
assert 0.5e9 < value["core", "clock"] < 6e9, value["core", "clock"]
levels = [c["name"] for c in machine["cache_class"]] + [c["name"] for c in machine["mem_class"]]
latencies = [value[level, "latency"] for level in levels if (level, "latency") in used]
# A last cache that others keep full answers when memory does.
assert all(0.9 * near < far for near, far in zip(latencies, latencies[1:])), latencies
assert all(1e-10 < latency < 1e-5 for latency in latencies), latencies
rates = [m["value"] for m in table["measurements"] if m.get("unit") == "B/s"]
assert rates and all(1e8 < rate < 1e14 for rate in rates), rates
cycles = [m["value"] for m in table["measurements"] if m["group"] == "instructions" and m["used"]]
assert all(-1 < c < 1000 for c in cycles), cycles
translation = [m for m in table["measurements"] if m["group"] == "address translation" and m["used"]]
pipeline = machine["core_class"][0].get("pipeline", {})
assert ("page_walk" in pipeline) == bool(translation), (pipeline, translation)
if translation:
    assert 64 <= pipeline["tlb"] <= 65536, pipeline
    assert pipeline["page_walk"] >= pipeline["page_walk_near"], pipeline
memory = machine["mem_class"][0]
curve = [(p["bandwidth"], p["latency"]) for p in memory.get("latency_curve", [])]
assert bool(curve) == ((memory["name"], "latency, most load") in used), curve
if curve:
    assert len(curve) >= 3 and all(a < b for (a, _), (b, _) in zip(curve, curve[1:])), curve
    assert curve[0][1] == memory["latency"] and curve[-1][0] <= memory["read_bandwidth"], (curve, memory)
assert 1e-8 < value["system", "first touch of a page"] < 1e-3
PYTHON
