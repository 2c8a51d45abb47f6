hpcast report missing.json
echo $?
echo "{}" >a.json; hpcast report a.json
echo $?
hpcast compare a.json $CASES/two-cores.dat.json
echo $?
head -c 100 $CASES/two-cores.dat.json >b.json; hpcast report b.json
