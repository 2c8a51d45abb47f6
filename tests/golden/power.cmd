# The K computer's node at half of each peak for 2 s, then idle for 1 s with what a meter showed.
cat >k.csv <<'END'
start_s,duration_s,cycles,fp_scalar_instructions,fp_simd_instructions,fp_simd_fma_instructions,fp_scalar_fma_instructions,dram_reads,dram_writes,l1d_misses,loads_and_stores,other_instructions,network_sent,file_written,power
0,2,4e9,0,0,3.2e10,0,3e8,59375000,1.6e10,3.2e10,3.2e10,2e9,1,172
2,1,2e9,0,0,0,0,0,0,0,0,0,0,0,121
END
hpcast power predict k.csv k-computer --json k.json --html k.html
sed -n '/"verdict"/,/"time_s"/p; /"nodes_per_rack"/p; /"nodes"/p' k.json
grep -c '<svg' k.html
# By memory traffic; whole lines; some terms; a job.
for options in --by-traffic --lines "--terms memory,base" "--job-nodes 96" "--set application-kernels"; do
  hpcast power predict k.csv k-computer $options | head -n 1
done
# Fitted again from what the model says.
awk 'BEGIN {
  srand(1)
  print "start_s,duration_s,region,cycles,fp_simd_fma_instructions,fp_scalar_instructions,fp_simd_instructions,fp_scalar_fma_instructions,dram_reads,dram_writes,l1d_misses,loads_and_stores,other_instructions,power"
  for (i = 0; i < 40; ++i) {
    f = (i * 7) % 40 / 40; m = (i * 11) % 23 / 23; c = (i * 5) % 17 / 17; d = (i * 3) % 13 / 13; e = (i * 13) % 11 / 11
    printf "%d,1,loop%d,2e9,%.0f,0,0,0,%.0f,0,%.0f,%.0f,%.0f,%.6f\n", i, i % 8, f * 32e9, m * 46e9 / 128, c * 16e9,
      d * 32e9, e * 32e9, (10 + 1.3659 * f + 4.3906 * m + 0.0857 * c + 2.3299 * d + 0.2429 * e) * 1e6 / 82944 + ((i * 17) % 7 - 3) / 5
  }
}' >loops.csv
hpcast power fit loops.csv --model k-computer --name again -o again.power.json --json fit.json --html fit.html
sed -n '/"method"/p; /"samples": 40/p' fit.json
grep -c '<svg' fit.html
sed -nE '/"name": "again"/,/"left_out_error"/s/([0-9]\.[0-9]{2})[0-9]+/\1/p' again.power.json
hpcast power predict loops.csv again.power.json --set again | head -n 2
# Communication and files, onto what is known.
printf 'start_s,duration_s,network_sent,network_received,power\n0,1,0,0,120\n1,1,1e9,1e9,122.5\n2,1,2e9,2e9,125.1\n' >exchange.csv
hpcast power fit exchange.csv --model k-computer --terms communication,base --onto basic-loops --name exchange -o exchange.power.json | head -n 7
hpcast power predict k.csv exchange.power.json | head -n 1
# A machine that nobody has measured; counts of a simulation.
hpcast power scale k-computer --machine a64fx --energy 0.141,memory=0.056 --base '60 W' --assume 'as a test' -o next.power.json
awk 'BEGIN { for (i = 0; i < 4000; ++i) print 64 * (i * 1583 % 4000), 8, i % 3 ? "R" : "W" }' |
  hpcast trace convert - --format text -o T >/dev/null
hpcast memory a64fx T --counters T.csv >/dev/null
hpcast power predict T.csv next.power.json --terms memory,l1d,base
# Of a machine without a name, the model has the file's.
sed '0,/"name":/{/"name":/d}' "$MACHINES/a64fx.dat.json" >unnamed.dat.json
hpcast power scale k-computer --machine unnamed.dat.json -o unnamed.power.json
hpcast power show unnamed.power.json | head -n 1
