cp -r $CASES/triad.trace T
rm -r T; echo hello >T
hpcast memory $CASES/two-cores.dat.json T
