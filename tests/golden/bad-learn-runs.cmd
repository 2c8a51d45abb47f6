# What is wrong with runs is told after the first that shows it.
exec 2>&1
on='--machine xeon-e5-2680v4x2 --omp-threads 1 -o M'
program=$WORKLOADS/traced/pathfinder
try() { hpcast learn "$@"; echo "exit $?"; }
try --sizes n=50 n=60 --metric PAPI_FP_OPS $on -- $program '{n}' 4
# At one size it fails; the archives of those before are kept.
try --sizes n=50,sum=1 n=60,sum=2 --traces kept $on -- $program '{n}' '{sum}' | grep -v checksum
try --sizes n=50,sum=0 n=60,sum=1 $on -- sh -c "$program 50 4 {sum} # {n}" | grep -v checksum
# Ctrl-C, here as SIGTERM, ends the program and leaves nothing. It has begun to fill its arrays by then.
export TMPDIR=$PWD/tmp && mkdir tmp
hpcast learn --sizes n=50 n=60 $on -- $program 1000000 '{n}' & pid=$!
filled() { awk '/^RssAnon/ { print $2 }' /proc/$(cut -d " " -f 1 /proc/$pid/task/*/children)/status; }
until [ "$(filled)" -gt 8192 ]; do sleep 0.01; done 2>/dev/null
kill $pid
wait $pid
echo "exit $?"
ls . tmp kept
