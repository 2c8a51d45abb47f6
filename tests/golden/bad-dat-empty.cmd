: >m.dat.json
hpcast show m.dat.json
