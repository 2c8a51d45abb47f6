# Networks and profiles that cannot be: each fault with its place and how to mend it.
fails() { "$@" 2>&1; echo "exit status $?"; echo; }
halo='{"pattern": "halo", "shape": [4, 4], "bytes": "1 KiB"}'
echo "$halo" > halo.json
net() { printf '{"name": "n", "topology": %s, "links": {"bandwidth": "1 GB/s", "latency": 0}%s}' "$1" "${2-}" > net.json; }
net '{"type": "custom", "nodes": ["a", "b"], "links": [{"from": "a", "to": "c"}]}'
fails hpcast network net.json halo.json
net '{"type": "custom", "nodes": 3, "links": [{"from": "node0", "to": "node1"}]}'
fails hpcast network net.json halo.json
net '{"type": "torus", "extents": [3, 3]}'
fails hpcast network net.json halo.json
fails hpcast network net.json halo.json --ranks-per-node 2
net '{"type": "torus", "extents": [4, 4]}' ', "packets": {"payload": 0}, "swiches": {}'
fails hpcast network net.json halo.json
fails hpcast network no-such-network halo.json
fails hpcast network k-computr halo.json
fails hpcast network k-computer no-such-profile
fails hpcast network k-computer halo.json --collective allreduc=ring
fails hpcast network k-computer halo.json --collective allreduce=rnig
fails hpcast network k-computer halo.json --collective allreduce
echo 99999999 > nodes
fails hpcast network k-computer halo.json --mapping nodes
printf '0\n0\n' > nodes
fails hpcast network k-computer halo.json --mapping nodes
printf '0\n1\n' > nodes
fails hpcast network k-computer halo.json --mapping nodes
# Who waits for whom.
printf '0 init\n1 init\n0 recv 1 5 100 0\n1 recv 0 6 100 0\n0 finalize\n1 finalize\n' > deadlock.ti
fails hpcast network k-computer deadlock.ti
printf '0 init\n1 init\n0 send 1 5 100 0\n0 finalize\n1 finalize\n' > unreceived.ti
fails hpcast network k-computer unreceived.ti
fails hpcast network k-computer halo.json --json halo.json
