exec 2>&1
try() { echo "\$ hpcast power $*"; hpcast power "$@"; echo "exit $?"; }
head='duration_s,cycles,dp_flops,dram_accesses,l1d_misses,loads,stores,instructions,power'
one='1,2e9,1e10,1e8,1e9,1e9,1e9,1e10,150'
table() { printf '%s\n' "$head" "$1" >t.csv; }
table $one
try
try predict
try predict t.csv
try predict t.csv k-compter
try predict t.csv k-computer --set basic-lops
try predict t.csv k-computer --terms fp,memroy
try predict t.csv k-computer --terms communication,base
try predict t.csv k-computer --factor l2
try predict t.csv k-computer --factor l2='8 GB/s'
try predict t.csv k-computer --factor base=2
try predict t.csv k-computer --job-nodes 82945
try predict t.csv k-computer --nodes 0
try predict t.csv k-computer --region solve
sed 's/^/region,/; 2s/^region/solve/' t.csv >regions.csv
try predict regions.csv k-computer --region sole
try predict t.csv t.csv
try predict t.csv k-computer --power meter
try predict t.csv k-computer --power cycles
try predict t.csv five-rates
# Missing counters, zero cycles, no time, negative watts, rates above 1.
printf 'duration_s,cycles,dram_reads\n1,2e9,1e8\n' >few.csv
try predict few.csv k-computer
table '1,0,1e10,1e8,1e9,1e9,1e9,1e10,150'
try predict t.csv k-computer
printf 'dp_flops,sp_flops,power\n1e9,0,150\n' >no-time.csv
try predict no-time.csv five-rates --terms fp
try predict no-time.csv k-computer --terms fp
table '1,2e9,1e10,1e8,1e9,1e9,1e9,1e10,-150'
try predict t.csv k-computer
table '1,2e9,1e10,5e8,1e9,1e9,1e9,1e10,150'
try predict t.csv k-computer | sed -n '/^Warnings/,/^$/p'
# Units mixed up.
printf 'duration_s,cycles,power [MW]\n1,2e9,12.7\n' >megawatts.csv
try predict megawatts.csv k-computer --terms base
printf 'duration_s,cycles,power\n1,2e9,12.7e6\n' >system.csv
try predict system.csv k-computer --terms base
try predict system.csv k-computer --terms base --nodes 82944 | sed -n 2p
printf 'duration_s,cycles,power [J]\n1,2e9,150\n' >joules.csv
try predict joules.csv k-computer --terms base
printf 'duration_s,cycles,instructions,frequency,voltage\n1,2e9,1e9,2000,1300\n' >mega.csv
try predict mega.csv cortex-a15 --terms instructions
printf 'duration_s,cycles,instructions,frequency,voltage\n1,2e9,1e9,2e9,1300\n' >milli.csv
try predict milli.csv cortex-a15 --terms instructions
# Fits.
table $one
try fit
try fit t.csv --model k-computer
try fit few.csv --model k-computer
try fit few.csv --model k-computer --terms base
printf 'start_s,duration_s,dram_accesses,power\n0,1,1e8,150\n1,1,1e8,151\n2,1,1e8,149\n' >same.csv
try fit same.csv --terms memory,base
printf 'start_s,duration_s,dram_accesses,power\n0,1,0,0\n1,1,1e8,151\n2,1,1e8,149\n' >zero.csv
try fit zero.csv --terms memory --relative
printf 'start_s,duration_s,dram_accesses,power\n0,1,0,150\n1,1,0,151\n' >idle.csv
try fit idle.csv --terms memory
try fit same.csv --terms base --by thread
try fit same.csv --terms base --onto others
try fit same.csv --terms base -o same.csv
try fit same.csv --terms base -o none/m.power.json
# Models.
echo '{}' >m.json
try predict t.csv m.json
cat >m.json <<'END'
{"format": "hpcast-power-model", "schema_version": 1, "name": "m", "clok": "2 GHz",
 "terms": [
  {"name": "fp", "counters": {"dp_flops": 1}, "peak": "128 GFLOP"},
  {"name": "memory", "counters": {"dram_reads": "one"}, "factor": "128 B", "peak": "46 GFLOP/s"},
  {"name": "l2", "counters": {}, "factor": "8 GB/s", "peak": "128 GB/s", "per": "cycle"},
  {"name": "l2", "kind": "rates"},
  {"name": "base", "kind": "always", "counters": {"cycles": 1}}],
 "coefficients": [
  {"name": "a", "of": "system", "power": {"fp": "1 J", "l3": 1}, "energy": {"base": "1 nJ"}}]}
END
try predict t.csv m.json
try scale k-computer --machine a64fx
try scale k-computer --machine a64fy -o n.power.json
try scale five-rates --machine a64fx -o n.power.json
try scale cortex-a15 --machine a64fx -o n.power.json
try scale k-computer --machine a64fx -o n.power.json --energy fast
try scale k-computer --machine a64fx -o n.power.json --energy memry=2
try scale k-computer --machine a64fx -o n.power.json --base '60 J'
try scale k-computer --machine a64fx -o n.power.json --energy 1e40
try predict t.csv k-computer --factor memory=1e300
echo 'start_s,duration_s,dp_flops,dram_reads,dram_writes,power [W]
0,1,1e11,1e8,0,200
1,1,2e11,2e8,0,230
2,1,3e11,3e8,0,260' >alike.csv
try fit alike.csv --terms fp,memory,base
