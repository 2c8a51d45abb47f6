hpcast trace --help
