machine=$CASES/two-cores.dat.json
try() { hpcast "$@"; echo "exit $?"; }
exec 2>&1
try
try forecast
try --versoin
try memory
try memory --jsn
try memory --jsn x
try memory --jsn=x $machine $CASES/triad.trace
try memory $machine $CASES/triad.trace --coherrence msi
try memory $machine $CASES/triad.trace --qqqqqq
try memory $machine $CASES/triad.trace -x
try compare a.json b.json --hlp
try memory $machine $CASES/triad.trace --coherence mesi
try memory $machine $CASES/triad.trace --placement everywhere
try memory $machine $CASES/triad.trace --placement node:9
try memory $machine $CASES/triad.trace --page-size 3000
try memory $machine $CASES/triad.trace --page-size 0
try memory $machine $CASES/triad.trace --interleave-granularity 100
try memory $machine $CASES/triad.trace --interleave-granularity many
try memory $machine $CASES/triad.trace --pin core7
try memory $machine $CASES/triad.trace --pin '' | head -n 1
try memory $machine $CASES/triad.trace --interval 1
try memory $machine $CASES/triad.trace --host-threads 0
try show $machine --format png
try trace -- ls
try machine a64fx cores=3
try report
try compare a.json
