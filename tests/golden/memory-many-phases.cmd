# As many names as the tracer tells apart.
cp -r $CASES/triad.trace . && names=$(seq -f '"p%g"' -s, 4 255)
sed -i "s|\"check\"|\"check\", $names|" triad.trace/manifest.json
hpcast memory $CASES/two-cores.dat.json triad.trace | grep -E '^p25[45]|names:'
