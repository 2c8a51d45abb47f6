hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.prefetcher=streams --set L1.prefetch_degree=4
