cp -r $CASES/triad.trace T
sed -i 's/"schema_version": 1/"schema_version": 99/' T/manifest.json
hpcast memory $CASES/two-cores.dat.json T
