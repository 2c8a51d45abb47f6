sed '/L1_1-L2_0/d' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
