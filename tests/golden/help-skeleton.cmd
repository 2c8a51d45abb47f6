hpcast skeleton --help
