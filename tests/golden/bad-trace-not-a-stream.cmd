cp -r $CASES/triad.trace T
seq 100 >T/thread-00000.hpt
hpcast memory $CASES/two-cores.dat.json T
