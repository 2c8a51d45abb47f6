hpcast record --help
