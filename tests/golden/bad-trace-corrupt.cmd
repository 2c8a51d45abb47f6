cp -r $CASES/triad.trace T
printf 'XXXX' | dd of=T/thread-00001.hpt bs=1 seek=200 conv=notrunc status=none
hpcast memory $CASES/two-cores.dat.json T
