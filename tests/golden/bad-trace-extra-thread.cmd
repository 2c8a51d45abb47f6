cp -r $CASES/triad.trace T
cp T/thread-00001.hpt T/thread-00002.hpt
hpcast memory $CASES/two-cores.dat.json T
