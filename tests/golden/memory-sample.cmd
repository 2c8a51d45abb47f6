machine=$CASES/two-cores.dat.json
hpcast memory $machine $CASES/triad.trace --sample sets:2
echo
hpcast memory $machine $CASES/triad.trace --sample sets:2:7 --json - |
  grep -E '"(bytes|time)_margin": [1-9]|^ "sample"|^  "(kind|one_in|seed|fraction|repl|time_m)' | tail -n 10
# One group of sets is no sample to judge by.
hpcast memory $machine $CASES/triad.trace --sample sets:8 | grep -E 'limited|^Object|mem0  '
# In time, a program must be long enough: here only after its first interval.
hpcast memory $machine $CASES/triad.trace --sample time:2:4 --interval 64 |
  grep -A 1 -E 'limited|sampled|interval|what caches|no stretch'
hpcast memory $machine $CASES/triad.trace --sample sets:4 --html r.html >/dev/null
grep -o '±[^,<]*, [^,<]*' r.html | head -n 1
