# A machine that nobody has built: two sockets, each with four NUMA nodes of HBM.
hpcast machine custom sockets=2 numa=4 ccx=2 cores=4 clock='3 GHz' l2='1 MiB' l3='32 MiB' \
  mem='16 GiB' membw='400 GB/s' linkbw='200 GB/s' -o next.dat.json
hpcast show next.dat.json

hpcast-cc -O2 -fopenmp -o triad $SOURCE/workloads/triad.c -lm
hpcast memory next.dat.json --omp-threads 8 --only triad -- ./triad 200000 1 | sed -n 2p

# The file is JSON to be edited; what is wrong in it is told with its place.
sed -i 's/"class": "L3"/"class": "L4"/' next.dat.json
hpcast show next.dat.json 2>&1 | cat
