hpcast --help
