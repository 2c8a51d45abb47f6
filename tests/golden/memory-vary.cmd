hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --vary 'ddr.read_bandwidth=1 GB/s' --vary 'ddr.read_bandwidth=100 GB/s; L2.read_bandwidth=40 GB/s'
# What moves counts is not from the same simulation.
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --vary L2.capacity=131072 || true
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --vary 'ddr.read_bandwidth' || true
# A variant that does nothing is told.
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --vary 'ddr.latency=300 ns' --json - | grep -A2 "without effect"
