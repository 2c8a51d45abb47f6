cp -r $CASES/triad.trace T
truncate -s 7 T/thread-00001.hpt
hpcast memory $CASES/two-cores.dat.json T
