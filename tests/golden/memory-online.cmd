hpcast memory $CASES/two-cores.dat.json --omp-threads 1 --only triad --json r.json -- $WORKLOADS/traced/triad 8192 1 | sed "s/[0-9.]* GB/N GB/" | head -n 2
grep -c . r.json >/dev/null && grep -A 1 "\"role\": \"program\"" r.json
grep -E "\"(mode|tracer|exit_status|threads)\"" r.json
