hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json a.json >/dev/null
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth='20 GB/s' --json b.json >/dev/null
hpcast compare a.json b.json
