hpcast show $CASES/two-cores.dat.json
