hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth=1e-308 || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.capacity=1099511627776 || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.associativity=1048576 --set L1.capacity=67108864 || echo "exit $?"
hpcast machine host x=1 || echo "exit $?"
hpcast machine --list extra || echo "exit $?"
sed 's/"capacity"/"capasity": 1, "capacity"/' $CASES/two-cores.dat.json >warned.dat.json
hpcast memory warned.dat.json $CASES/triad.trace | head -n 1
sed 's/"name": "L1"/"name": "ddr"/; s/"class": "L1"/"class": "ddr"/' $CASES/two-cores.dat.json >twice.dat.json
hpcast memory twice.dat.json $CASES/triad.trace --set ddr.capacity=65536 || echo "exit $?"
hpcast machine custom cores=1025 -o many.dat.json
hpcast memory many.dat.json -- $WORKLOADS/traced/triad 1000 1 || echo "exit $?"
hpcast memory i7-7700k --pin $(printf 'core0,%.0s' {1..1024})core0 -- $WORKLOADS/traced/triad 1000 1 || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --page-size '2 GiB' || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.capacity=$'\xb5' 2>errors || echo "exit $?"
grep -o 'L1.*capacity\|/capacity: .*' errors
echo '[]' >list.json
hpcast memory list.json $CASES/triad.trace --set L1.capacity=1 || echo "exit $?"
