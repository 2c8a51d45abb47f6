hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth='20 GB/s' --set L2.capacity='64 KiB' | sed -n '1,/^Not modelled/p'
