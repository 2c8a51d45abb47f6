cp -r $CASES/triad.trace T
rm T/*
hpcast memory $CASES/two-cores.dat.json T
