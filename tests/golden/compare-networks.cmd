# Two answers of hpcast network.
cat >halo.json <<'END'
{"pattern": "halo", "shape": [4, 4], "periodic": true, "bytes": "64 KiB", "steps": 2, "compute": "100 us"}
END
answer() { hpcast network tsubame3 halo.json --json "$@" >/dev/null; }
answer a.json
answer b.json --set links.bandwidth='1 GB/s'
hpcast compare a.json b.json
gate() { hpcast compare "$@" 2>&1 >/dev/null; echo "exit $?"; }
gate a.json b.json --fail-if slower:5%
gate b.json a.json --fail-if slower:5%
gate b.json a.json --fail-if changed:5%
# What cannot be compared.
gate a.json b.json --html page.html
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json memory.json >/dev/null
gate a.json memory.json
grep -v time_s a.json >without.json
gate a.json without.json
sed 's/"schema_version": 2/"schema_version": 99/' a.json >newer.json
gate a.json newer.json
