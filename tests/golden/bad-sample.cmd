try() { hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --sample "$1" 2>&1 | head -n 2; }
try sets
try sets:0
try sets:1
try sets:3
try sets:-4
try sets:4:
try sets:4:x
try time:1
try time:
try ways:4
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.capacity=32768 --set L1.associativity=512 --sample sets:4 2>&1
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --sample time:1000 2>&1
