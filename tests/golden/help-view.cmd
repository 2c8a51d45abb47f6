hpcast view --help
