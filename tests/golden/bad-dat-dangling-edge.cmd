sed 's/"target": "L2_0"/"target": "L2_1"/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
