hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --coherence msi --json - | grep -A 3 -E "read_misses|verdict"
