# Counters of a node of the K computer: half of the time multiply-adds, half of it streams.
cat >app.csv <<'END'
start_s,duration_s,cycles,fp_scalar_instructions,fp_simd_instructions,fp_simd_fma_instructions,fp_scalar_fma_instructions,dram_reads,dram_writes,l1d_misses,loads_and_stores,other_instructions
0,1,2e9,0,0,8e9,0,1e7,5e6,2e8,8e9,4e9
1,1,2e9,0,0,1e9,0,2e8,1.4e8,6e8,5e9,4e9
END
echo '{"pattern": "halo", "shape": [8, 8], "periodic": true, "bytes": "1 MiB", "steps": 4, "compute": "2 ms"}' >halo.json
# Where messages take no time, 64 nodes draw what predict says of one: 34.6 W over base in the mean.
hpcast power predict app.csv k-computer | head -n 2
hpcast power job k-computer halo.json app.csv k-computer --fidelity ideal --window '1 ms' | head -n 15
# With messages, at a limit that only the second half is above.
hpcast power job k-computer halo.json app.csv k-computer --limit-increase 2.5kW --limit '15 MW' --window '500 us' --html j.html --json j.json
echo "exit status $?"
grep -c '<svg' j.html
sed -n '/"limits"/,/"windows"/p' j.json | head -n 20
hpcast power job k-computer halo.json app.csv k-computer --waiting 20W | sed -n 's/waiting in MPI/&/p'
# Counters of two busy cores are no node's with eight ranks.
{ head -n 1 app.csv | sed 's/duration_s,/&thread,/'; for core in 0 1; do sed -n "2s/^0,1,/0,1,core$core,/p" app.csv; done; } >cores.csv
for ranks in 2 8; do
  hpcast power job k-computer halo.json cores.csv k-computer --ranks-per-node $ranks | grep -A 2 'busy cores'
done
