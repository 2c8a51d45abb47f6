hpcast calibrate --help
