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
# Networks that are too large, and faults named once.
net '{"type": "torus", "extents": [65536, 65536]}'
fails hpcast show net.json
net '{"type": "mesh", "extents": [65536, 65536, 65536, 65536, 65536]}'
fails hpcast show net.json
net '{"type": "fat-tree", "arity": 1, "levels": 16777216}'
fails hpcast show net.json
net '{"type": "fat-tree", "down": [2, 2], "up": [16777216, 16777216]}'
fails hpcast show net.json
net '{"type": "custom", "nodes": 0, "links": []}'
fails hpcast show net.json
net '{"type": "custom", "nodes": 70000, "links": []}'
fails hpcast show net.json
net '{"type": "dragonfly", "groups": 2, "routers_per_group": 1, "nodes_per_router": 1}'
fails hpcast show net.json
net '{"type": "dragonfly", "groups": 1, "routers_per_group": 1, "nodes_per_router": 1, "global_links_per_router": 1}'
fails hpcast show net.json
net '{"type": "torus", "extents": [4, 4], "wrap": [true, false]}'
fails hpcast show net.json
printf '{"name": "n", "topology": {"type": "torus", "extents": [4]}, "links": {"bandwidth": 0, "latency": 0}}' > net.json
fails hpcast show net.json
# What only looks at a network sees its faults too.
net '{"type": "torus", "extents": [4]}' ', "mpi": {"collectives": {"allreduc": "ring", "bcast": "rnig"}}'
fails hpcast show net.json
printf '{"name": "n", "links": {"bandwidth": "1 GB/s", "latency": 0}}' > net.json
fails hpcast show net.json
net '{"type": "fat-tree", "arity": 4, "levels": 2, "down": [4]}'
fails hpcast show net.json
fails hpcast show infiniband-swich
# Files of mappings.
seq 0 16 > nodes
fails hpcast network k-computer halo.json --mapping nodes
echo '0 1 2 3' > nodes
fails hpcast network k-computer halo.json --mapping nodes
echo '0,1,2,3' > nodes
fails hpcast network k-computer halo.json --mapping nodes
seq 0 15 | sed 's/$/\r/' > nodes
hpcast network k-computer halo.json --mapping nodes --fidelity ideal | head -n 1
fails hpcast network k-computer halo.json --mapping nodes --json nodes
fails hpcast network k-computer halo.json --fidelity pack
fails hpcast network k-computer halo.json --fidelity 1
# Profiles.
for text in '[]' null '"x"' true; do
  echo "$text" > x.json
  fails hpcast network k-computer x.json
done
for ranks in 0 -1; do
  printf 'num_ranks %s\nrank 0 {\ncalc 1\n}\n' $ranks > x.goal
  fails hpcast network k-computer x.goal
done
fails hpcast network k-computer /dev/zero
truncate -s 5G x.bin
fails hpcast network k-computer x.bin
hpcast network k-computer <(cat halo.json) --fidelity ideal | head -n 1
echo '{"pattern": "halo", "shape": [4, 4], "bytes": 1, "steps": 1000000000}' > x.json
fails hpcast network k-computer x.json
net '{"type": "mesh", "extents": [1]}'
echo '{"pattern": "ring", "ranks": 2, "bytes": 4}' > two.json
fails hpcast network net.json two.json
# Wildcards of which nobody knows what they took.
printf '0 init\n1 init\n0 recv -1 5 100 0\n1 send 0 5 100 0\n0 finalize\n1 finalize\n' > any.ti
hpcast network k-computer any.ti --wildcards recorded | grep 'does not have the sender'
# What reads results of hpcast memory.
hpcast network k-computer halo.json --json result.json > text
fails hpcast report result.json
fails hpcast view result.json
# Outputs in a folder that is written too, or read.
mkdir folder
fails hpcast network k-computer halo.json --json folder/x --otf2 folder
fails hpcast network k-computer halo.json --json new --otf2 new
hpcast network k-computer halo.json --otf2 archive > text
fails hpcast network k-computer archive --otf2 archive/
