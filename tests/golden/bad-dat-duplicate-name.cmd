sed 's/"name": "core1"/"name": "core0"/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
