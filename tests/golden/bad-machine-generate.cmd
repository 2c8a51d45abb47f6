hpcast machine a64fxx
