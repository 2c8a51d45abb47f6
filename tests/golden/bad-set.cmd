hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set drd.read_bandwidth=1
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwidth=0
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.read_bandwith='20 GB/s' 
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set memory.read_bandwidth=1
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr.bandwith=20
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L2.read_bandwidth=256 | head -n 1
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.capacity='64 KiB' ddr.bandwidth='20 GB/s'
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set ddr
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set L1.pipeline.dispatch_width=4
hpcast memory i7-7700k $CASES/triad.trace --set i7-7700K.pipeline.dispatch_widht=4
hpcast memory i7-7700k $CASES/triad.trace --set i7-7700K.pipeline.dispatch_width=0
