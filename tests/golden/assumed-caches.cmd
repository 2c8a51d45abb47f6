# A machine whose caches nobody told of: wherever its times are told, so is that.
sed '1a "assumed_caches": "caches: 1 KiB of L1 a core and an L2 of 8 KiB",' $CASES/two-cores.dat.json >m.dat.json
hpcast memory m.dat.json $CASES/triad.trace --json a.json --counters c.csv | sed -n '1p; /assumed:/p'
grep assumed c.csv
hpcast memory m.dat.json $CASES/triad.trace --set L2.capacity='16 KiB' --json b.json >/dev/null
hpcast compare a.json b.json | grep assumed
hpcast latency --simulate m.dat.json $CASES/triad.trace --set ddr.latency=100ns --to 500ns | sed -n '1,2p; /assumed:/,/^  - /p'
