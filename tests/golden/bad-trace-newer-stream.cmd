cp -r $CASES/triad.trace T
printf '\377' | dd of=T/thread-00000.hpt bs=1 seek=8 conv=notrunc status=none
hpcast memory $CASES/two-cores.dat.json T
