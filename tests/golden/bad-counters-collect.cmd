exec 2>&1
export HPCAST_PERF=$CASES/perf-stand-in TMPDIR=$PWD
try() { echo "\$ hpcast counters collect $*"; hpcast counters collect "$@"; echo "exit $?"; }
try
try --set knl -- /no/such/program
try --set knm -- true
try --set knl --groups dram,dimm -- true
try --set knl -r 0 -- true
try --set knl -I soon -- true
try --set knl -o table.txt -- true
try --set knl -o nowhere/table.csv -- true
try --set knl --perf /no/such/perf -- true
for fate in unsupported forbidden usage killed; do
  echo "-- $fate"
  STAND_IN=$fate try --set knl --groups outstanding -o table.csv -- echo the program
done
STAND_IN=user try --set knl --groups dram -- true
echo '{"name": "a", "title": "b", "groups": [{"name": "c", "events": [{"perf": "x", "counters": {"cycels": 1}}]}]}' >set.json
try --set set.json -- true
echo '{"name": ' >set.json; try --set set.json -- true
# Asked to end: so is the program, and nothing is left.
hpcast counters collect --set zen2 --groups flops -o table.csv -- sh -c 'echo $$ >pid; exec sleep 60' 2>told & collect=$!
until [ -s pid ]; do sleep 0.05; done
kill -TERM $collect; wait $collect
status=$?
grep -v '^Terminated$' told  # by the stand-in's shell, where its program goes first
echo "exit $status"
alive() { grep -qs '^State:.[^Z]' "/proc/$(cat pid)/status"; }  # whoever is to fetch its status
for i in 1 2 3 4 5 6 7 8 9 10; do alive && sleep 0.1; done
alive && echo 'the program goes on'
rm pid told set.json; ls
try --simulate i7-7700k -r 3 -- true
try --omp-threads 4 -- true
