# What is wrong with runs is told after the first that shows it.
exec 2>&1
on='--machine xeon-e5-2680v4x2 --omp-threads 1 -o M'
program=$WORKLOADS/traced/pathfinder
try() { hpcast learn "$@"; echo "exit $?"; }
try --sizes n=50 n=60 --metric PAPI_FP_OPS $on -- $program '{n}' 4
# At one size it fails; the archives of those before are kept.
try --sizes n=50,sum=1 n=60,sum=2 --traces kept $on -- $program '{n}' '{sum}' | grep -v checksum
try --sizes n=50,sum=0 n=60,sum=1 $on -- sh -c "$program 50 4 {sum} # {n}" | grep -v checksum
# Ctrl-C, here as SIGTERM, ends the program and leaves nothing.
export TMPDIR=$PWD/tmp && mkdir tmp
hpcast learn --sizes n=50 n=60 $on -- $program 1000000 '{n}' & pid=$!
until [ -n "$(cat /proc/$pid/task/*/children 2>/dev/null)" ]; do sleep 0.01; done
kill $pid
wait $pid
echo "exit $?"
ls . tmp kept
