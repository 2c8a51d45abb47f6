hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json a.json >/dev/null
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth='20 GB/s' --json b.json >/dev/null
hpcast compare a.json b.json
hpcast compare a.json b.json --html compared.html
head -c 15 compared.html; echo
grep -o '<h2>.*</h2>' compared.html
hpcast compare a.json b.json --html no/such/folder/compared.html || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --pin core1 --coherence msi --placement node:0 --page-size '64 KiB' --json c.json >/dev/null
hpcast compare a.json c.json | sed '/^$/,$d'
# Gates.
gate() { hpcast compare "$@" 2>&1 >/dev/null; echo "exit $?"; }
gate a.json b.json --fail-if slower:0%
gate b.json a.json --fail-if slower:5%
gate b.json a.json --fail-if slower:1%
gate a.json b.json --fail-if changed:1%
gate b.json a.json --html gate.html --fail-if slower:1%
gate a.json b.json --fail-if slower:5
gate a.json b.json --fail-if sower:5%
# A lower bound beside a forecast.
echo '{"format": "hpcast-operations", "schema_version": 1, "operations": [{"instructions": 20000}]}' >o.json
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --operations o.json --model pmnet --json p.json | sed -n 1p
gate a.json p.json --fail-if slower:5%
gate p.json a.json --fail-if slower:5%
hpcast compare a.json
