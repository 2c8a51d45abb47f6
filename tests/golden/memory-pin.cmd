# Both threads on one core.
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --pin core1 | head -n 18
