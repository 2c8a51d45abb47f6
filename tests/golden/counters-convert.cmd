exec 2>&1
cat >a.perf <<'END'
# started on Sun Nov 22 19:38:09 2026

12;;cache-misses:u;1.50%;250000000;50.00;;
1000;;cycles:u;0.10%;250000000;100.00;;
<not supported>;;stalled-cycles-backend:u;0.00%;0;100.00;;
64.50;MiB;uncore_imc_0/cas_count_read/;0.00%;250000000;100.00;;
64.50;MiB;uncore_imc_1/cas_count_read/;0.00%;250000000;100.00;;
250000000;ns;duration_time:u;0.00%;250000000;100.00;;
END
hpcast counters convert a.perf
hpcast counters convert a.perf -o a.json
cat a.json
# Read back without a difference.
hpcast counters convert a.json -o b.csv; hpcast counters convert b.csv -o b.json; cmp a.json b.json && echo the same
hpcast counters show b.csv
# Another run counted something else.
printf 'duration_s,cycles,our loads,watt hours\n0.27,1010,77,3\n' >b.table
printf '# ours\nour loads,loads,2\n' >aliases
hpcast counters convert a.perf b.table --aliases aliases --to csv
# Several threads by the interval.
printf 'time,cycles.core0,cycles.core1\n1,10,20\n2,30,40\n' | hpcast counters convert /dev/stdin --to json | grep -A3 duration
# Regions of LIKWID's.
cat >likwid.csv <<'END'
STRUCT,Info,3
CPU name:,Intel(R) Xeon(R) Gold 6148
TABLE,Region copy,Group 1 Raw,Custom,3
Region Info,HWThread 0
RDTSC Runtime [s],0.250000
call count,10
Event,Counter,HWThread 0
L1D_REPLACEMENT,PMC0,33
CAS_COUNT_RD,MBOX0C0,5
CAS_COUNT_RD,MBOX1C0,6
END
hpcast counters show likwid.csv
# What Windows writes first is no name; what is read from is not written to.
printf '\xef\xbb\xbfduration_s,cycles\r\n1,5\r\n' >bom.csv; hpcast counters convert bom.csv | tail -n 2
hpcast counters convert b.table --aliases aliases -o aliases; echo "exit $?"
# The whole program's row is not added to its parts'.
printf 'duration_s,thread,region,cycles\n10,,,1e7\n10,t1,,6e6\n5,,solve,8e6\n' >parts.csv; hpcast counters show parts.csv
