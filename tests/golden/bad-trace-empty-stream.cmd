cp -r $CASES/triad.trace T
: >T/thread-00000.hpt
hpcast memory $CASES/two-cores.dat.json T
