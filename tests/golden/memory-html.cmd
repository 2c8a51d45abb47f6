hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --html report.html | head -n 1
head -c 15 report.html; echo
tail -n 1 report.html
# Nothing to fetch from anywhere.
grep -cE '(src|href)="http' report.html
ls
