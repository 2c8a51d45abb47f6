exec 2>&1
try() { echo "\$ hpcast latency $*"; hpcast latency "$@"; echo "exit $?"; }
printf 'duration_s,llc_misses\n2,1e6\n' >t.csv
try
try --to 300ns
try t.csv --to 300ns
try t.csv --from 175ns
try t.csv --from 175ns --to 100ns
try t.csv --from 175ns --to 300
try t.csv --from 175 --to 300
try t.csv --from 175ns --to 300ns,,500ns
try t.csv --from 175GB --to 300ns
try t.csv --from 175ns --to 300ns --method dimm
try t.csv --from 175ns --to 300ns --method fastest
try t.csv --from 175ns --to 300ns --region solve
try t.csv --from 175ns --to 300ns --measured 500ns
try t.csv --from 175ns --to 300ns --measured 500ns=fast
try t.csv --from 175ns --to 300ns --threads 0
try t.csv --from 175ns --to 300ns -- ./app
try missing.csv --from 175ns --to 300ns
printf 'llc_misses\n1e6\n' >no-time.csv
try no-time.csv --from 175ns --to 300ns
printf 'duration_s,branches\n1,1e6\n' >others.csv
try others.csv --from 175ns --to 300ns
printf 'duration_s,llc_misses\n1,-5\n' >negative.csv
try negative.csv --from 175ns --to 300ns
printf '1.00,,cache-misses,100,1' >cut.perf
try cut.perf --from 175ns --to 300ns
try --simulate i7-7700k --to 300ns
try --simulate i7-7700k --from 90ns --to 300ns T
try --simulate i7-7700k --to 50ns --set ddr4-2400x2.latency=80ns -- true
try --simulate i8 --to 300ns T
# What would do nothing.
try t.csv --from 175ns --to 300ns --set ddr4-2400x2.latency=80ns
try t.csv --from 175ns --to 300ns --omp-threads 4
try --simulate i7-7700k --to 300ns --aliases a T
