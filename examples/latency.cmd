# What if memory answered later? From what `perf stat -x,` has counted of a run on a machine whose
# memory takes 90 ns; hpcast counters collect runs perf with all that is of use.
cat >app.perf <<'END'
1840000000,ns,duration_time,1840000000,100.00,,
1836.41,msec,task-clock,1836410000,100.00,0.998,CPUs utilized
7341000000,,cycles,1836410000,100.00,3.998,GHz
6112000000,,instructions,1836410000,100.00,0.83,insn per cycle
9731000,,cache-misses,1836410000,100.00,,
2452000000,,offcore_requests_outstanding.l3_miss_demand_data_rd,1836410000,100.00,,
1530000000,,offcore_requests_outstanding.cycles_with_l3_miss_demand_data_rd,1836410000,100.00,,
END
hpcast latency app.perf --from 90ns --to 300ns,1us | head -n 8

# Without hardware counters: simulated on any machine, here of a trace that a script made. A matrix of
# 512 x 512 doubles is read along its columns.
awk 'BEGIN { for (j = 0; j < 512; ++j) for (i = 0; i < 512; ++i) print 8 * (512 * i + j), 8, "R" }' |
  hpcast trace convert - --format text -o columns.trace | sed 's/, .*//'
hpcast latency --simulate i7-7700k --set L3.capacity='1 MiB' --to 300ns,1us columns.trace | head -n 1
