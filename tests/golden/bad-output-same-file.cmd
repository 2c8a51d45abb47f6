cp $CASES/two-cores.dat.json m.dat.json
hpcast memory m.dat.json $CASES/triad.trace --dat m.dat.json || echo "exit $?"
hpcast memory m.dat.json $CASES/triad.trace --json ./r --html r || echo "exit $?"
hpcast memory m.dat.json $CASES/triad.trace --json - --dat - || echo "exit $?"
hpcast memory m.dat.json $CASES/triad.trace --json '' || echo "exit $?"
hpcast show m.dat.json -o m.dat.json || echo "exit $?"
hpcast memory m.dat.json $CASES/triad.trace --json r.json >/dev/null
hpcast report r.json --html r.json || echo "exit $?"
cmp m.dat.json $CASES/two-cores.dat.json && echo untouched
