sed 's/"1 KiB"/1000/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
