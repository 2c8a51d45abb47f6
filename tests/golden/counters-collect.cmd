exec 2>&1
export HPCAST_PERF=$CASES/perf-stand-in PERF_LOG=$PWD/log TMPDIR=$PWD
# The paper's commands on Knights Landing.
hpcast counters collect --set knl --groups outstanding,dram,memory-side -r 2 -o knl.csv -- echo the program says
cat log
cat knl.csv
hpcast counters show knl.csv
# All that a processor counts; the sums over several runs.
: >log
hpcast counters collect --set skylake-sp -o skl.json -- sh -c 'exit 7'; echo "exit $?"
hpcast counters show skl.json
# Intervals; without -o totals are shown.
hpcast counters collect --set zen2 --groups misses,memory-low,memory-high -I 100ms -- true
# Without rights for the whole machine; the sum that lacks a part is none.
STAND_IN=user hpcast counters collect --set zen2 --groups misses,memory-low,memory-high -- true
# A perf of old.
STAND_IN=old hpcast counters collect --set zen2 --groups flops -o old.csv -- true
grep -v '^#' old.csv | cut -d, -f2 | sed -E 's/^[0-9.]+$/some time/'
# A set of one's own.
cat >ours.json <<'END'
{"name": "ours", "title": "ours", "source": "nowhere", "groups": [
 {"name": "one", "events": [{"perf": "cycles", "counters": {"cycles": 1}}, {"perf": "mine"}]}]}
END
hpcast counters collect --set ours.json -- true
hpcast counters collect --list
ls
