# core1 reaches both memories, core0 mem0 alone.
sed -e 's|{"name": "mem0".*|{"name": "mem1", "class": "ddr", "numa_node": 1}, &|' \
  -e 's|.*"L1_1-L2_0".*|{"name": "a", "class": "wire", "source": "L1_1", "target": "mem0"}, {"name": "b", "class": "wire", "source": "L1_1", "target": "mem1"},|' \
  $CASES/two-cores.dat.json >half-joined.dat.json
try() { hpcast memory half-joined.dat.json $CASES/triad.trace "$@" 2>&1 | head -n 2; }
try --placement interleave
try --placement node:1
try --placement first-touch
try --placement first-touch --pin core1,core0
try --placement node:0
try --placement interleave --pin core1
