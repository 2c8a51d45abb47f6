hpcast counters --help
hpcast counters convert --help
hpcast counters show --help
hpcast counters collect --help
