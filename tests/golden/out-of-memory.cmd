# More memory than there is: a fault of the input, not of hpcast.
echo '{"pattern": "ring", "ranks": 3, "bytes": 1, "steps": 20000000}' > ring.json
ulimit -v 1000000
hpcast network k-computer ring.json
