cp -r $CASES/triad.trace T
rm T/thread-00001.hpt
hpcast memory $CASES/two-cores.dat.json T
