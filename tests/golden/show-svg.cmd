hpcast show $CASES/two-cores.dat.json --format svg | head -n 5
