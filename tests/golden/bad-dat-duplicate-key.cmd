sed 's/"associativity": 2/"associativity": 2, "associativity": 4/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
