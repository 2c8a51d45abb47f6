ln -s $CASES/pathfinder T  # a path of the same length everywhere, as lines are wrapped
sizes='--size width=50,steps=8 --size width=200,steps=16 --size width=1600,steps=8 --size width=6400,steps=16 --size width=800,steps=12'
hpcast learn T/w50s8 T/w200s16 T/w1600s8 T/w6400s16 T/w800s12 $sizes -o M >/dev/null
hpcast generate M --size width=3200,steps=12 --against T/w3200s12 -o G --csv g.csv --html g.html
otf2-print G/traces.otf2 | grep -c METRIC
head -n 3 g.csv
grep -c '<svg' g.html
# What was generated is a trace like any other; a size far outside is told.
hpcast generate M --size steps=12,width=3200 --shape G --against G --json - | sed -n '/"total"/,/}/p' | head -n 8
hpcast generate M --size width=1e6,steps=12 | tail -n 15
