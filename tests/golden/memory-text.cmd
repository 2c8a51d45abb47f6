hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace
