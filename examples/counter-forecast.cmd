# A program is run at a few sizes, its caches simulated; what it counts from event to event is learned.
hpcast-cc -O2 -fopenmp -o pathfinder $SOURCE/workloads/pathfinder.c -lm
hpcast learn --sizes width=50,steps=8 width=200,steps=16 width=1600,steps=8 width=6400,steps=16 width=800,steps=12 \
  --machine xeon-e5-2680v4x2 --omp-threads 1 -o MODEL -- ./pathfinder {width} {steps} 2>/dev/null | sed -n '/^Mind/p;/^The order/p'

# Its trace at a size that it was not run at, for any reader of OTF2.
hpcast generate MODEL --size width=3200,steps=40 -o DIR | sed -n '/^metric/p;/_INS  /p'
otf2-print DIR/traces.otf2 | grep -c ENTER
