cp -r $CASES/triad.trace T
truncate -s 300 T/thread-00001.hpt
hpcast memory $CASES/two-cores.dat.json T
