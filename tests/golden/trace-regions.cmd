hpcast trace --regions -o T --omp-threads 1 -- $WORKLOADS/traced/triad 1000 1 | wc -l
