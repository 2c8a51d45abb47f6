sed 's/"L1_1", "class": "L1"/"L1_1", "class": "L1d"/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
