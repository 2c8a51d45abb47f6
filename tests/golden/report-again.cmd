# An answer that was kept as JSON is shown again as the command showed it, as text and as a page.
exec 2>&1
again() {
  local name=$1
  hpcast report "$name.json" --html again.html | sed '$d' >again.txt
  cmp "$name.txt" again.txt && cmp "$name.html" again.html && echo "$name: the same again"
}
cat >k.csv <<'END'
start_s,duration_s,region,cycles,fp_simd_fma_instructions,fp_scalar_instructions,fp_simd_instructions,fp_scalar_fma_instructions,dram_reads,dram_writes,llc_misses,reads_outstanding_sum,power
0,2,solve,4e9,3.2e10,0,0,0,3e8,1e8,3e8,6e8,172
2,1,exchange,2e9,0,0,0,0,0,0,1e6,2e6,121
3,1,solve,2e9,1.6e10,0,0,0,1.5e8,5e7,1.5e8,3e8,170
END
hpcast power predict k.csv k-computer --terms fp,memory,base --job-nodes 96 --json power.json --html power.html >power.txt
again power
hpcast power fit k.csv --model k-computer --terms memory,base --name again -o again.power.json --json fit.json --html fit.html >fit.txt
again fit
hpcast latency k.csv --from 100ns --to 200ns,400ns --json latency.json --html latency.html >latency.txt
again latency
hpcast trace -o T --code -- "$WORKLOADS/traced/triad" 20000 2 >/dev/null
hpcast trace summary T --json summary.json --html summary.html >summary.txt
again summary
grep -c 'triad.c' summary.html
# Any two of a kind are compared.
hpcast power predict k.csv k-computer --terms fp,memory,base --set application-kernels --json other.json >/dev/null
hpcast compare power.json other.json
hpcast compare power.json fit.json
hpcast compare power.json other.json --fail-if slower:5%
hpcast compare power.json other.json --html both.html
hpcast report power.json fit.json --html both.html >/dev/null
# Of before: hpcast 0.1.0 wrote no format.
sed '/"format"/d; s/"schema_version": 2/"schema_version": 1/' power.json >before.json
hpcast report before.json | sed '$d' | cmp - power.txt && echo 'the same of before'
