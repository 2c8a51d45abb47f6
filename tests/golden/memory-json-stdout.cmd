# Standard output is the JSON alone; what the program prints there goes to standard error.
hpcast memory $CASES/two-cores.dat.json --json - --omp-threads 2 -- $WORKLOADS/traced/triad 1000 1 >a.json 2>errors
head -n 1 a.json; tail -n 1 a.json
grep -c '^triad: 1000 elements' errors
