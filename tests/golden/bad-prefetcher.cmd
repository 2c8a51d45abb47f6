# Lines that one prefetcher brings and times by which another is ahead do not go together.
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.prefetcher=streams --set L2.prefetch_ahead=8 || true
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L2.prefetcher=streams || true
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.prefetch_degree=2 || true
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.prefetcher=streams --sample sets:2 || true
