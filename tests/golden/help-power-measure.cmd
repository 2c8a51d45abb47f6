hpcast power measure --help
