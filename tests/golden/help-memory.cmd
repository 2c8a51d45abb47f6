hpcast memory --help
