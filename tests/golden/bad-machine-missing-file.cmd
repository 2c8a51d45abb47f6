hpcast show machines/my.dat.json
