T=$CASES/pathfinder
sizes='--size width=50,steps=8 --size width=200,steps=16 --size width=1600,steps=8 --size width=6400,steps=16 --size width=800,steps=12'
hpcast learn $T/w50s8 $T/w200s16 $T/w1600s8 $T/w6400s16 $T/w800s12 $sizes -o M
hpcast learn $T/w50s8 $T/w200s16 $T/w1600s8 $T/w6400s16 $T/w800s12 $sizes --metric PAPI_LD_INS --metric PAPI_L1_DCM --method extra-trees --history 3 --seed 7 -o trees.json
# Sizes that vary together: other laws fit as well.
hpcast learn $T/w50s8 $T/w200s16 --size width=50,steps=8 --size width=200,steps=16 -o M3
hpcast generate M3 --size width=200,steps=8 | head -n 3
# The same from the same.
hpcast learn $T/w50s8 $T/w200s16 $T/w1600s8 $T/w6400s16 $T/w800s12 $sizes -o M2 >/dev/null
cmp M M2 && echo alike
