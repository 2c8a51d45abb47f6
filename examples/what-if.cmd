# Which part would have to be faster? --set changes a class of the machine for one run.
hpcast-cc -O2 -fopenmp -o triad $SOURCE/workloads/triad.c -lm
export OMP_NUM_THREADS=4
forecast() { hpcast memory i7-7700k --only triad "$@" -- ./triad 400000 2 | sed -n 2p; }

echo 'as it is:'
forecast
echo 'memory of twice the bandwidth:'
forecast --set ddr4-2400x2.read_bandwidth='76.8 GB/s' --set ddr4-2400x2.write_bandwidth='76.8 GB/s'
echo 'an L3 that holds all three arrays:'
forecast --set L3.capacity='32 MiB'
