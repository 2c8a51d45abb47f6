exec 2>&1
# Core 0 touches 3 pages, core 1 one of them and 2 of its own: 3 us and 2 us, whatever else they do.
for page in 16 17 18; do echo "$((4096 * page)) 8 W 0"; done >references
for page in 16 32 33; do echo "$((4096 * page)) 8 R 1"; done >>references
hpcast trace convert references -o T
hpcast memory $CASES/two-cores.dat.json T --set ddr.page_fault_time='1 us' --json r.json --counters counters.csv \
  --counter-intervals 1 | head -n 1
grep -E 'time_page_faults' r.json
# The interval takes as long as the forecast.
cut -d, -f1-5 counters.csv
hpcast memory $CASES/two-cores.dat.json T | sed -n '1p;/page faults/p'
hpcast memory $CASES/two-cores.dat.json T --set ddr.page_fault_time='1 us' --model pmnet | sed -n '1p;/page faults/p'
