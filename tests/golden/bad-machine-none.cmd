hpcast machine
