for option in --json --html --dat; do
  hpcast memory $CASES/two-cores.dat.json $CASES/triad.trace $option no/such/folder/file >/dev/null
  echo $?
done
hpcast trace -o no/such/folder/T -- $WORKLOADS/traced/triad 1000 1
echo $?
hpcast memory $CASES/two-cores.dat.json -o no/such/folder/T -- $WORKLOADS/traced/triad 1000 1
echo $?
hpcast show $CASES/two-cores.dat.json -o no/such/folder/file
echo $?
hpcast machine a64fx -o no/such/folder/file
