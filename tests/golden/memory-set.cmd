hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth='20 GB/s' --set L2.capacity='64 KiB' | sed -n '1,/^Not modelled/p'
# One flag with several values, before the files and behind them, says the same.
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth='20 GB/s' L2.capacity='64 KiB' |
    grep 'changed for'
hpcast memory --set ddr.read_bandwidth='20 GB/s' L2.capacity='64 KiB' $CASES/two-cores.dat.json $CASES/triad.trace |
    grep 'changed for'
hpcast memory i7-7700k $CASES/triad.trace --set i7-7700K.pipeline.dispatch_width=8 | grep -A 2 "without effect"
