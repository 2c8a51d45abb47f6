hpcast machine --help
