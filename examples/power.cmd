# What does a program draw, and which part of the node draws it? From what a node's counters say of
# three regions, on the K computer, whose model comes with hpcast.
cat >solver.csv <<'END'
start_s,duration_s,region,cycles,floating_instructions,fma_instructions,SIMD_floating_instructions,SIMD_fma_instructions,cpu_mem_read_counts,cpu_mem_write_counts,L1D_miss,load_store_instructions,other_instructions
0,10,assemble,2e10,2e10,1e10,1e10,2e10,4e8,2e8,3e9,9e10,8e10
10,40,matrix-vector,8e10,1e10,2e10,2e10,8e10,1.1e10,1.5e9,2e10,4e11,2e11
50,10,update,2e10,1e9,1e9,2e10,8e10,1.5e9,1e9,2e9,5e10,1e10
END
hpcast power predict solver.csv k-computer | sed '/^Assumed/,$d'

# The job of 384 nodes while the other 82,560 do nothing; with the other set of coefficients.
hpcast power predict solver.csv k-computer --job-nodes 384 --set application-kernels | sed -n '/^ *power  *energy/,/system/p'

# What is in it: each FLOP, byte and instruction costs so much.
hpcast power show k-computer | sed -n "/'basic-loops'/,/residual/p"

# A model of one's own nodes: counters by interval with the watts that a meter showed. Each region is a
# program; what the model is worth on a program that it does not know is told by leaving each out.
awk 'BEGIN {
  print "start_s,duration_s,region,dp_flops,sp_flops,dram_reads,dram_writes,power [W]"
  for (i = 0; i < 24; ++i) {
    fp = (i * 7) % 24 / 24; memory = (i * 5) % 12 / 12; off = (i * 11) % 5 - 2
    printf "%d,1,%s,%.0f,0,%.0f,%.0f,%.1f\n", i, substr("stencilfft     md     solver ", 7 * int(i / 6) + 1, 7),
      2e12 * fp, 2e9 * memory, 1e9 * memory, 180 + 70 * fp + 90 * memory + off
  }
}' | sed 's/ *,/,/g' >measured.csv
hpcast power fit measured.csv --terms fp,memory,base --title 'our nodes' -o ours.power.json | sed '/^Assumed/,$d'
hpcast power predict measured.csv ours.power.json --region md | head -n 9

# Without hardware counters and without the machine: counts of a simulation, here of a trace that a
# script made, with the operations that the program executes.
awk 'BEGIN { for (i = 0; i < 65536; ++i) { print 8 * i, 8, "R"; print 8 * (i + 131072), 8, "W" } }' |
  hpcast trace convert - --format text -o copy.trace | sed 's/, .*//'
echo 'instructions,dp_flops_512
327680,131072' >operations.csv
hpcast memory a64fx copy.trace --operations operations.csv --counters copy.csv --counter-intervals 1 | head -n 1
hpcast power predict copy.csv a64fx | sed '/^Not modelled/,$d'
