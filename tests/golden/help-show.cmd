hpcast show --help
