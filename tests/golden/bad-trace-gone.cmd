cp -r $CASES/triad.trace T
rm -r T
hpcast memory $CASES/two-cores.dat.json T
