cp -r $CASES/triad.trace T
truncate -s 200 T/manifest.json
hpcast memory $CASES/two-cores.dat.json T
