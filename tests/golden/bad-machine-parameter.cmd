hpcast machine custom corse=4
