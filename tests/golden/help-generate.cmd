hpcast generate --help
