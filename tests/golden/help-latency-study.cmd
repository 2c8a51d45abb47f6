hpcast latency study --help
