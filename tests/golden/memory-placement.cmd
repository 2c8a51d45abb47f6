hpcast memory epyc-7702x2-nps4 $CASES/triad.trace --placement node:5 | head -n 1
hpcast memory epyc-7702x2-nps4 $CASES/triad.trace --placement interleave --interleave-granularity 256 | head -n 1
