# What a program draws, phase by phase: counters of perf and an external meter brought together. perf
# counted by intervals of ten seconds (perf stat -x, -I 10000), and began at 09:30:
cat >app.perf <<'END_OF_PERF'
    10.000112402,31200000000,,cycles,10000112402,100.00,,
    10.000112402,120000000,,cache-misses,10000112402,100.00,,
    20.000225871,30900000000,,cycles,10000113469,100.00,,
    20.000225871,1310000000,,cache-misses,10000113469,100.00,,
    30.000338114,31000000000,,cycles,10000112243,100.00,,
    30.000338114,1290000000,,cache-misses,10000112243,100.00,,
END_OF_PERF
# The meter wrote the average of each second, in milliwatts; its clock is 2.5 s ahead.
awk 'BEGIN { print "time,power [mW]"
  for (t = 0; t < 40; ++t) printf "2026-11-24T09:30:%02dZ,%d\n", t, t < 12.5 ? 210000 + 1000 * (t % 2) : 305000 }' >meter.csv
hpcast power measure --counters app.perf --began 2026-11-24T09:30:00Z \
  --meter meter.csv --meter-ahead 2.5s -o power.csv
grep -v '^#' power.csv | cut -d, -f1,2,5-

# Where the machine has sensors of its own (RAPL, hwmon), or perf counts energy, no meter is needed:
# hpcast power measure -o power.csv -- ./app      one program
# hpcast power measure -o loops.csv               basic loops and kernels, ten minutes each
hpcast power measure --list | grep -c -e '^  stream' -e '^  fem'
