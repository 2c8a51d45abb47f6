head -c 700 $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
