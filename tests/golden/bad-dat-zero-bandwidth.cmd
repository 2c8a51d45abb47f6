sed 's/"10 GB\/s"/0/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
