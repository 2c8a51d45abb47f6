# A phase that the program marked without a reference in it: here a name added to the manifest.
cp -r $CASES/triad.trace . && sed -i 's|"check"|"check", "rest"|' triad.trace/manifest.json
hpcast memory $CASES/two-cores.dat.json triad.trace | sed -n '/^Phase/,/^$/p'
hpcast memory $CASES/two-cores.dat.json triad.trace --only rest | head -n 4
hpcast memory $CASES/two-cores.dat.json triad.trace --only pause
