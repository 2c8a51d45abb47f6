echo "[1, 2]" >m.dat.json
hpcast show m.dat.json
