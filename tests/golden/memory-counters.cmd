exec 2>&1
# Core 0 reads the 16 lines that fill its L1, twice: 16 misses of L1 and L2, then 16 hits. Core 1
# writes to 4 lines that another L2 set each holds: 4 misses, which read the lines for their owner.
for pass in 1 2; do
  for line in $(seq 64 79); do echo "$((64 * line)) 8 R 0"; done
done >references
for line in $(seq 1024 1027); do echo "$((64 * line)) 8 W 1"; done >>references
hpcast trace convert references -o T
hpcast memory $CASES/two-cores.dat.json T --counters counters.csv --counter-intervals 1 \
  --counter-latencies 200ns | head -n 1
cat counters.csv
hpcast latency counters.csv --from 100ns --to 200ns
