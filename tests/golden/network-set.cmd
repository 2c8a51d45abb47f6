# Members of a network, changed for one run.
cat >halo.json <<'END'
{"pattern": "halo", "shape": [4, 4], "periodic": true, "bytes": "64 KiB", "steps": 2, "compute": "100 us"}
END
told() { hpcast network tsubame3 halo.json "$@" | sed -n '1p; /changed for\|without effect/,/^  - /p'; echo; }
told
told --set links.bandwidth='1 GB/s'
told --set links.0.bandwidth='1 GB/s' mpi.library=mpich
told --set mpi.collectives.allreduce=ring --set routing=ecmp
# What changes nothing says so: it is so already, another option decides, no message takes time.
told --set links.1.latency='150 ns' description=mine
told --ranks-per-node 2 --set nodes.ranks=4
told --fidelity ideal --set links.bandwidth='1 GB/s'
fails() { hpcast network tsubame3 halo.json --set "$@" 2>&1; echo "exit $?"; }
fails links.bandwith='1 GB/s'
fails lnks.bandwidth='1 GB/s'
fails links.bandwidth
fails links.7.bandwidth='1 GB/s'
fails links.bandwidth.peak='1 GB/s'
fails links.bandwidth='fast'
fails routing=minimum
