hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json a.json >/dev/null
hpcast report a.json
hpcast report a.json a.json --html page.html
tail -n 1 page.html
