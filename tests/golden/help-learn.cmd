hpcast learn --help
