sed 's/"linesize": 64, "read_bandwidth": "10/"read_bandwidth": "10/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
