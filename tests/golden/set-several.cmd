# Several changes behind one --set, which says what it may change.
exec 2>&1
dat=$CASES/two-cores.dat.json trace=$CASES/triad.trace
ddr=ddr.read_bandwidth='20 GB/s' l1=L1.associativity=4
hpcast memory $dat $trace --set "$ddr" --set $l1 | head -n 12 >one_by_one
hpcast memory $dat --set "$ddr" $l1 $trace | head -n 12 | diff one_by_one - && echo same
hpcast memory $dat $trace --set "$ddr" $l1 | head -n 12 | diff one_by_one - && echo same
hpcast memory $dat --set="$ddr" $l1 $trace | head -n 12 | diff one_by_one - && echo same
try() { echo "\$ $*"; hpcast memory $dat $trace "$@" || echo "exit $?"; }
try --set memory.read_bandwidth='1 GB/s'
try --set drr.read_bandwidth='1 GB/s'
try --set ddr.bandwidth='1 GB/s'
try --set L1.size='1 MiB'
try --set L1.capcity='1 MiB'
try --set L1.latency=1ns ddr.speed=3
try --set L1.latency=1ns other.trace
