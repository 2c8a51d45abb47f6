hpcast show tsubame3
hpcast show k-computer --format svg | sed -n '/class="ink title"/,$p'
hpcast show tsubame3 --format dot
cat >ring.ndl.json <<'END'
{"name": "ring", "topology": {"type": "torus", "extents": [3]}, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}}
END
hpcast show ring.ndl.json --format dot
hpcast show ring.ndl.json --format svg | grep -c '<path class="wire"'
