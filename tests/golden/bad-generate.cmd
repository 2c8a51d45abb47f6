exec 2>&1
try() { echo "\$ hpcast generate $*"; hpcast generate "$@"; echo "exit $?"; }
T=$CASES/pathfinder
hpcast learn $T/w50s8 $T/w200s16 $T/w1600s8 --size width=50,steps=8 --size width=200,steps=16 --size width=1600,steps=8 -o M >/dev/null
try
try M
try M --size width=100
try M --size width=100,rows=8
try M --size width=-1,steps=8
try M --size width=1e300,steps=8
try M --size width=100,steps=8 --most-events 10
try M --size width=100,steps=8 --against $T/w200s16
try M --size width=100,steps=8 --shape nowhere
try M --size width=100,steps=8 -o M
try M --size width=100,steps=8 --csv M
try nowhere --size n=1
try $CASES/two-cores.dat.json --size n=1
echo '{"format": "hpcast-counter-model", "schema_version": 2}' >newer; try newer --size n=1
echo '{"format": "hpcast-counter-model", "schema_version": 1}' >empty; try empty --size n=1
sed 's/"stack": 3/"stack": 3000/' M >bent; try bent --size n=1
head -c 5000 M >cut; try cut --size n=1
ls
