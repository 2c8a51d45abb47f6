#!/bin/bash
# network_test.sh BUILD CASE MPIRUN: hpcast calibrate --network with the MPI that is there.
. "$(dirname "$0")/../online/common.sh"
mpirun=$3
mpicc=mpicc.openmpi
command -v $mpicc >/dev/null || mpicc=mpicc
command -v "$mpirun" $mpicc >/dev/null || { echo 'skipped: there is no MPI'; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1

case $case in
  network)
    # That it answers, not how fast the host is; and that hpcast takes what it has written.
    run 0 hpcast calibrate --network --quick --mpicc $mpicc -o node.ndl.json --json node.json -- \
      "$mpirun" -np 2
    said ' on a node' output
    said 'ping-pong, 8 B' output
    said 'alltoall, 8 B, 2 ranks' output
    said '"library": "\(open-mpi\|mpich\)"' node.ndl.json
    echo '{"pattern": "ping-pong", "ranks": 2, "bytes": 1}' >pattern.json
    run 0 hpcast network node.ndl.json pattern.json --json result.json
    python3 - <<'PYTHON' || die 'numbers that no host has'
import json
table, network = json.load(open("node.json")), json.load(open("node.ndl.json"))
numbers = {n["name"].split(",")[0]: n["value"] for n in table["numbers"]}
half = numbers["half a round trip"]
assert 1e-8 < half < 1e-2, half
assert 1e7 < network["nodes"]["local_bandwidth"] < 1e13
forecast = json.load(open("result.json"))["time_s"] / 2
assert abs(forecast / half - 1) < 0.02, (forecast, half)
assert all(check["forecast"] > 0 for check in table["checks"])
PYTHON
    nothing_left_but 'node.ndl.json|node.json|pattern.json|result.json'
    ;;
  network_alone)
    # One rank has nobody to talk to, and a program that fails leaves nothing.
    run 2 hpcast calibrate --network --mpicc $mpicc -o node.ndl.json -- "$mpirun" -np 1
    said 'two ranks at least' errors
    said 'ended with status' errors
    nothing_left_but ''
    ;;
  network_interrupted)
    env --default-signal=INT hpcast calibrate --network --mpicc $mpicc -o node.ndl.json -- \
      "$mpirun" -np 2 >output 2>errors </dev/null &
    background=$!
    sleep 3
    kill -INT $background
    over 130
    said 'interrupted; nothing was written' errors
    nothing_left_but ''
    ;;
  *)
    die "no case $case"
    ;;
esac
