exec 2>&1
try() { echo "\$ hpcast calibrate $*"; hpcast calibrate "$@"; echo "exit $?"; }
cp "$SOURCE"/tests/fuzz/netcal/*.txt .
try --network -o n.ndl.json
try --network osu-5.8.txt -o n.ndl.json -- mpirun -np 2
try osu-5.8.txt -o n.ndl.json
try --nodes 4 -o n.ndl.json
try -o n.ndl.json -- mpirun -np 2
try --network missing.txt -o n.ndl.json
try --network osu-5.8.txt -o osu-5.8.txt
try --network osu-7.4.txt -o n.ndl.json
try --network osu-5.8.txt --nodes 0 -o n.ndl.json
try --network -o n.ndl.json -- no-such-mpirun -np 2
try --network --mpicc no-such-mpicc -o n.ndl.json -- true
try --network --mpicc false -o n.ndl.json -- true
echo 'hello' >none.txt
try --network none.txt -o n.ndl.json
heading='# OSU MPI Latency Test v7.2\n# Size          Latency (us)\n'
printf "$heading"'1 nan\n2 -1\n4 0.00\n8 1,5\n16 1e20\n32\n' >numbers.txt
try --network numbers.txt -o n.ndl.json
printf "$heading"'8 1.0\n4 1.0\n' >shrinks.txt
try --network shrinks.txt -o n.ndl.json
printf "$heading"'1 1.0\n' >one.txt
try --network one.txt -o n.ndl.json
try --network osu-5.8.txt --local one.txt -o n.ndl.json
printf '# OSU MPI Latency Test v7.2\n# Size  Latency (ns)\n1 1000\n' >unit.txt
try --network unit.txt -o n.ndl.json
printf '# OSU MPI \033[2J Test\n# Benchmarking \033[2J\n1 2\n' >escape.txt
try --network escape.txt -o n.ndl.json
ls ./*.json 2>/dev/null || echo 'nothing was written'
