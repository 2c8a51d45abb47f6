sed 's/"class": "wire"/"class": "wires"/; s/"64 GB/"-64 GB/' $CASES/two-cores.dat.json >m.dat.json
hpcast memory m.dat.json $CASES/triad.trace
