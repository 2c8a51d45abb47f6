cp -r $CASES/triad.trace T
rm T/manifest.json
hpcast memory $CASES/two-cores.dat.json T
