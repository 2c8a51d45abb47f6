hpcast compare --help
