# Where the cores' own time is not forecast, the result says why.
why() { hpcast memory "$@" --json - | grep "own time"; }
why $CASES/two-cores.dat.json $CASES/triad.trace
why $CASES/two-cores.dat.json $CASES/triad.trace --model pmnet
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --model paper
