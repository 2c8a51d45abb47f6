# Knights Landing's counters: two intervals, counted for all threads together.
cat >knl.csv <<'END'
start_s,duration_s,cpu_time,cycles,instructions,llc_misses,memory_side_hits,memory_side_misses,dram_reads,dram_writes,outstanding_read_cycles
0,1,1,1.3e9,1e9,6e6,4e6,2e6,2.5e6,1e6,2.6e9
1,1,1,1.3e9,2e9,2e6,1e6,1e6,1e6,1e5,6.5e8
END
hpcast latency knl.csv --from 175ns --to 300ns,1us --json latency.json --html latency.html
sed -n '/"verdict"/,/"upper"/p' latency.json
grep -c '<svg' latency.html
# What was measured; another method; fewer counters.
hpcast latency knl.csv --from 175ns --to 1us --measured 500ns=1.4,1us=2 --method dimm | head -n 14
cut -d, -f1,2,6 knl.csv >misses.csv
hpcast latency misses.csv --from 175ns --to 500ns | head -n 4
# On a machine, of a trace; and from the table that hpcast memory writes of it.
awk 'BEGIN { for (i = 0; i < 4000; ++i) print 64 * (i * 1583 % 4000), 8, "R" }' |
  hpcast trace convert - --format text -o T >/dev/null
hpcast latency --simulate i7-7700k --set L3.capacity='128 KiB' --to 300ns,500ns T | head -n 14
hpcast memory i7-7700k --set L3.capacity='128 KiB' T --counters T.csv --counter-intervals 1 --counter-latencies 300ns >/dev/null
hpcast latency T.csv --from 100ns --to 300ns | head -n 1
hpcast latency T.csv --from 10ns --to 300ns 2>&1 | sed -n "1,3p; /^slowdown by/,/^$/p"
