# A program may mark a phase of the name that hpcast gives to what comes before the first mark.
cp -r $CASES/triad.trace T
sed 's/"init"/"start"/' $CASES/triad.trace/manifest.json >T/manifest.json
hpcast memory $CASES/two-cores.dat.json T | sed -n '/^Phase/,/^$/p'
hpcast memory $CASES/two-cores.dat.json T --only start | sed -n '1p;/^Phase/,/^$/p'
