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
try M --size width=1e29,steps=8
try M --size width=100,steps=8 --most-events 10
try M --size width=100,steps=8 --against $T/w200s16
try M --size width=100,steps=8 --shape nowhere
try M --size width=100,steps=8 -o M
try M --size width=100,steps=8 --csv M
try M --size width=100,steps=8 --csv /dev/full
try M --size width=100,steps=8 --json - >/dev/full
mkdir closed; echo mine >closed/notes
try M --size width=100,steps=8 -o closed
try M --size width=100,steps=8 -o nowhere/G
try M --size width=100,steps=8 --shape M
mkdir folder; try M --size width=100,steps=8 --shape folder
# Another program's order of events.
hpcast generate M --size width=200,steps=8 -o other >/dev/null
sed 's/"\(main\|run\|init\|report\|release\|page_aligned\|long_argument.part.0\|run._omp_fn.0\)"/"another \1"/' M >renamed
try renamed --size width=200,steps=8 --shape other
# What is read is not written over.
try M --size width=200,steps=8 --shape other --csv other/traces/0.evt
try M --size width=200,steps=8 --shape other/traces.otf2 --json other/traces/0.evt
try M --size width=200,steps=8 --csv ''
try M --size width=200,steps=8 --least-event nan
# No room.
(ulimit -f 500; try M --size width=100,steps=1e5 -o large)
try nowhere --size n=1
try $CASES/two-cores.dat.json --size n=1
echo '{"format": "hpcast-counter-model", "schema_version": 2}' >newer; try newer --size n=1
echo '{"format": "hpcast-counter-model", "schema_version": 1}' >empty; try empty --size n=1
sed 's/"stack": 3/"stack": 3000/' M >bent; try bent --size n=1
sed 's/"coefficient": [0-9.e+-]*/"coefficient": 1e308/' M >huge; try huge --size width=100,steps=8
sed 's/"exponents"/"exponent"/' M >misspelt; try misspelt --size width=100,steps=8 | head -n 4
printf '{"format": "hpcast-counter-model", "schema_version": 1, "sizes": %s' "$(printf '[%.0s' {1..200})" >deep
try deep --size n=1
head -c 5000 M >cut; try cut --size n=1
ls
