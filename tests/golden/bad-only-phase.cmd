hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --only traid
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --only start | sed -n 1p
hpcast memory k-computer $CASES/triad.trace
hpcast network i7-7700k halo.json
