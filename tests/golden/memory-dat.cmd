hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --dat out.dat.json | head -n 1
cat out.dat.json
hpcast show out.dat.json
