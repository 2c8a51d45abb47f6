exec 2>&1
cp "$SOURCE"/tests/fuzz/netcal/*.txt .
echo '== OSU, two files'
hpcast calibrate --network osu-5.8.txt osu-7.4.txt --ranks 4 --nodes 16 -o cluster.ndl.json
cat cluster.ndl.json
hpcast show cluster.ndl.json
echo '== what was measured comes back: half of this'
echo '{"pattern": "ping-pong", "ranks": 2, "bytes": 0}' >empty.json
hpcast network cluster.ndl.json empty.json | head -n 1
echo '== IMB, and on a node OSU'
hpcast calibrate --network imb-2019.txt --local osu-5.8.txt -o - --json table.json
echo '== the table'
hpcast calibrate --network --local osu-5.8.txt -o node.ndl.json --json -
