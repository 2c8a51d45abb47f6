cat >app.csv <<'END'
start_s,duration_s,cycles,fp_scalar_instructions,fp_simd_instructions,fp_simd_fma_instructions,fp_scalar_fma_instructions,dram_reads,dram_writes,l1d_misses,loads_and_stores,other_instructions
0,1,2e9,0,0,8e9,0,1e7,5e6,2e8,8e9,4e9
END
echo '{"pattern": "halo", "shape": [2, 2], "periodic": true, "bytes": "1 KiB", "steps": 1, "compute": "2 ms"}' >halo.json
try() { echo "\$ $*"; hpcast "$@" 2>&1; echo "exit status $?"; }
try power job k-computer halo.json k-computer
try power job k-computer halo.json app.csv k-computer --limit '9 MW'
try power job k-computer halo.json app.csv k-computer --limit '15 MB'
try power job k-computer halo.json app.csv k-computer --limit-increase=-1W
try power job k-computer halo.json app.csv k-computer --window '1 ns'
try power job k-computer halo.json app.csv k-computer --json app.csv
try power job k-computer nothing.json app.csv k-computer
try power job k-computer halo.json app.csv k-computer --limit '10 MW'
try power job k-computer halo.json app.csv k-computer --terms memory --limit '15 MW'
try power job k-computer halo.json app.csv k-computer --limit ''
try power job k-computer halo.json app.csv k-computer --waiting '1e300 W'
