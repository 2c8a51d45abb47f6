exec 2>&1
try() { echo "\$ hpcast learn $*"; hpcast learn "$@"; echo "exit $?"; }
T=$CASES/pathfinder
two="$T/w50s8 $T/w200s16"
sizes='--size width=50,steps=8 --size width=200,steps=16'
try
try -o M
try $two -o M
try $two $sizes
try $two --size width=50 --size width=200,steps=16 -o M
try $two --size width=50,steps=8 --size width=50,steps=8 -o M
try $two --size width=50,steps=8 --size width=0,steps=8 -o M
try $two --size 'width=50,steps=8' --size '=,' -o M
try $two --size width=50,width=60 --size width=7,width=8 -o M
try $T/w50s8 --size width=50,steps=8 -o M
try nowhere $T/w50s8 $sizes -o M
try $two $sizes --metric PAPI_FP_OPS -o M
try $two $sizes --method magic -o M
try $two $sizes --sizes n=1 -o M
try $two $sizes -o nowhere/M
try $two $sizes -o $T/w50s8/traces.otf2
try --sizes n=1 n=2 -o M -- true '{n}'
try --sizes n=1 n=2 --machine i7-7700k -o M -- true
try --sizes n=1 n=2 --machine i7-7700k -o M -- false '{n}'
try --sizes n=1 n=1 n=2 --machine i7-7700k -o M -- true '{n}'
try --sizes n=1 --machine i7-7700k -o M -- true '{n}'
try --machine i7-7700k -o M -- true '{n}'
: >file; try --sizes n=1 n=2 --machine i7-7700k --traces file -o M -- true '{n}'
try $two $sizes --machine i7-7700k -o M
try $two --size '../x=1' --size '../x=2' -o M
try $two --size n=1e999 --size n=2 -o M
try $two $sizes --show PAPI_FP_OPS -o M
try $two $sizes --metric PAPI_L1_DCM --show PAPI_L2_DCM -o M
try $two $sizes -o /dev/full
# Of other programs: regions that are not in both, no counters.
hpcast learn $two $sizes -o M2 >/dev/null
sed 's/"report"/"rapport"/' M2 >M3
hpcast generate M3 --size width=200,steps=16 -o other >/dev/null
try $T/w50s8 other $sizes -o M
echo '{"pattern": "halo", "shape": [2], "bytes": "1 KiB", "steps": 1, "compute": "1 us"}' >halo.json
hpcast network k-computer halo.json --otf2 without >/dev/null
try $T/w50s8 without $sizes -o M
try $T/w50s8 $T/w50s8 --size width=50,steps=8 --size width=60,steps=8 -o M
try /dev/zero $T/w50s8 --size width=50,steps=8 --size width=60,steps=8 -o M
try $T/w50s8 $T/w200s16 --size a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1 --size a=2,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1 -o M
# Cut off, and of another order.
cp -r $T/w200s16 cut; truncate -s 300 cut/traces/0.evt; try $T/w50s8 cut $sizes -o M
cp -r $T/w200s16 cut2; truncate -s 40 cut2/traces.def; try $T/w50s8 cut2 $sizes -o M
cp -r $T/w200s16 cut3; : >cut3/traces.otf2; try $T/w50s8 cut3 $sizes -o M
ls
