# Two formats, three matrices; one matrix is too large for one format, one format is none.
study() {
  hpcast latency study $CASES/two-cores.dat.json --to 300ns,500ns -o DIR --region multiply "$@" \
    -- $WORKLOADS/traced/spmv --limit 400000 {format} {matrix} 2
}
# Counts depend on the compiler of the day.
numbers() { sed -E 's/[0-9]+\.[0-9]+/N/g; s/[0-9]+ bytes/N bytes/g; s/ +N/ N/g; s/ (([0-9]+) )?\(/ (/g; s/[0-9]+ to [0-9]+ times/N times/'; }
study --panel format=CRS,ELL --case matrix=stencil:2d5:20,arrow:200 | numbers
cat DIR/ELL/arrow-200.json
ls -R DIR
# What is there is not run again; more is.
touch DIR/*/*.json -d 2020-01-01
study --panel format=CRS,ELL,XYZ --case matrix=stencil:2d5:20,arrow:200,stencil:2d9:12 | head -n 2 | numbers
find DIR -name '*.json' -newermt 2021-01-01 | sort
grep -h reason DIR/XYZ/*
study --panel format=CRS --case matrix=arrow:200 --method misses | head -n 1 | numbers
# Another study does not go in there.
study --panel format=CRS --case matrix=arrow:200 --set L1.associativity=1 --working-set 2; echo "exit $?"
study --panel format=CRS --case matrix=arrow:200 --set L1.associativity=1 --working-set 2 --restart | head -n 1 | numbers
find DIR -name '*.json' | sort
# One machine for both formats of a matrix, though one of them takes more.
study --panel format=CRS,ELL --case matrix=stencil:2d5:20,arrow:100 --same-caches --working-set 30 --restart | grep -A 9 '^Assumed'
grep -H '"scale"' DIR/*/*.json
grep -cE '(src|href)="http' DIR/study.html
grep -o 'CRS, arrow:100: [^ ]* at' DIR/study.svg | numbers | sort | uniq -c
# The command that it is part of still takes counters.
printf 'cycles,llc_read_misses,duration_s\n1e9,1e6,1\n' >study.csv
hpcast latency study.csv --from 100ns --to 300ns | head -n 1
hpcast latency study.csv --from 100ns; echo "exit $?"
# A case of the same name from elsewhere, and one that has changed.
mkdir a b; printf '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2\n' | tee a/m.mtx >b/m.mtx
study --panel format=CRS --case matrix=a/m.mtx --restart | head -n 1 | numbers
study --panel format=CRS --case matrix=b/m.mtx; echo "exit $?"
sed -i 's/2 2 2$/2 2 3/' a/m.mtx; study --panel format=CRS --case matrix=a/m.mtx; echo "exit $?"
# What else lies in its folders stays; runs of which nothing tells the study are no runs.
mkdir DIR/config; echo '{"mine": 1}' >DIR/config/settings.json
study --panel format=CRS --case matrix=arrow:50 --restart | head -n 1 | numbers; ls DIR/*
rm DIR/study.json; study --panel format=CRS --case matrix=arrow:50; echo "exit $?"
study --panel format=CRS --case matrix=$(printf 'x%.0s' {1..300}); echo "exit $?"
