# Run the program once, ask many times: a trace holds every reference of every thread.
hpcast-cc -O2 -fopenmp -o gather $SOURCE/workloads/gather.c -lm
hpcast trace --code -o gather.trace --omp-threads 2 -- ./gather 20000 2 >/dev/null

# The same trace on a desktop, on a server, on the node of a supercomputer.
for machine in i7-7700k epyc-7702x2-nps4 a64fx; do
  echo "$machine: $(hpcast memory $machine gather.trace --only gather | head -n 1)"
done

# The same trace gives the same answer, on any number of host threads.
hpcast memory a64fx gather.trace --host-threads 1 --json a.json >/dev/null
hpcast memory a64fx gather.trace --host-threads 2 --json b.json >/dev/null
for result in a b; do sed '/^ "run": {/,$d' $result.json >$result; done
cmp a b && echo identical
