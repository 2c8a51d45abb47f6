for option in --json --html --dat; do
  hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace $option /dev/full >/dev/null
  echo $?
done
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace >/dev/full
echo $?
hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace --json - >/dev/full
echo $?
hpcast show $CASES/two-cores.dat.json >/dev/full
echo $?
hpcast machine --list >/dev/full
echo $?
hpcast trace -o /dev/full -- $WORKLOADS/traced/triad 1000 1
