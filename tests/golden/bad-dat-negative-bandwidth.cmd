sed 's/"10 GB\/s"/-1e9/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
