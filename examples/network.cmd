# An exchange with four neighbours on 64 ranks, described in a few words, on two networks.
cat > halo.json <<'END'
{"pattern": "halo", "shape": [8, 8], "periodic": true, "bytes": "64 KiB", "steps": 3, "compute": "100 us"}
END
hpcast network k-computer halo.json
echo
hpcast network tsubame3 halo.json | head -n 1
# A network of one's own: a smaller switch in the middle.
cat > cluster.ndl.json <<'END'
{
  "name": "two racks",
  "topology": {"type": "fat-tree", "down": [32, 2], "up": [1, 4]},
  "links": {"bandwidth": "12.5 GB/s", "latency": "20 ns"},
  "switches": {"latency": "100 ns"},
  "mpi": {"ping_pong": "1.5 us"}
}
END
hpcast show cluster.ndl.json
hpcast network cluster.ndl.json halo.json --mapping cyclic | head -n 1
