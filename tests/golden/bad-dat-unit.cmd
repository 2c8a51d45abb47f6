sed 's/"32 GB\/s"/"32 GHz"/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
