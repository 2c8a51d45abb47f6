hpcast trace convert $CASES/sweep.lackey -o T | sed 's/[0-9]* B (.*)/N B (@RUN@)/'
grep -A1 '"command"' T/manifest.json; grep exit_status T/manifest.json
hpcast memory $CASES/two-cores.dat.json T
