hpcast machine custom sockets=2 cores=2 mem2='16 GiB' mem2bw='800 GB/s' -o hbm.dat.json && hpcast show hbm.dat.json
hpcast memory hbm.dat.json $CASES/triad.trace --placement node:2,3 | grep -e limited -e bound
