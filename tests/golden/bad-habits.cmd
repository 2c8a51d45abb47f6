# What people type who are used to other tools, or read a name in the answer.
hpcast trace -o T ./app 200 || echo "exit $?"
hpcast memory i7-7700k ./app 200 || echo "exit $?"
touch app; hpcast memory i7-7700k ./app || echo "exit $?"
hpcast memory host $CASES/triad.trace || echo "exit $?"
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --set mem0.read_bandwidth='1 GB/s' || echo "exit $?"
hpcast help machine | head -n 1
# Who reads the first line alone gets the files too.
exec 3> >(true); wait $!
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json a.json >&3; echo "exit $?"
grep -c '"verdict"' a.json
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json - --html a.html >&3; echo "exit $?"
grep -c '</html>' a.html
