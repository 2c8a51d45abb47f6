# Operation counts are the whole program's: a phase takes its share of them, alone or among others.
sed 's/"class": "core"/&, "num_inst": 4e9/' $CASES/two-cores.dat.json >counted.dat.json
hpcast memory counted.dat.json $CASES/triad.trace | sed -n '/^Phase/,/^$/p'
hpcast memory counted.dat.json $CASES/triad.trace --only triad | sed -n 1p
