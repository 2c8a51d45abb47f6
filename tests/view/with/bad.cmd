exec 2>&1
try() { timeout 60 hpcast view "$@"; echo "exit $?"; }
cp $SOURCE/tests/golden/two-cores.dat.json m.dat.json
cp -r $SOURCE/tests/golden/triad.trace T
printf '{"a": 1,\n "b": }' >broken.json
printf '{"a": "\xff"}' >latin.json
echo '{"a": 1}' >no-machine.json
echo 'no JSON' >text.txt
truncate -s 65M large.json
mkdir folder
try broken.json
try latin.json
try text.txt
try large.json
try folder
try nowhere.json
try epyc
try m.dat.json broken.json -o page.html
try m.dat.json -o m.dat.json
try m.dat.json -o nowhere/page.html
try --trace T -o page.html m.dat.json
try --port 8000 -o page.html m.dat.json
try --no-browser -o page.html m.dat.json
try --trace T
try --pin core0 m.dat.json
echo '{"schema_version": 1, "objects": []}' >result.json
try --trace T result.json
# A network is no machine to forecast on, and one that cannot be drawn is not shown.
try --trace T k-computer
try --trace T result.json k-computer tsubame3
echo '{"name": "n", "topology": {"type": "ring", "extents": [3]}, "linkz": 1}' >bad.ndl.json
try m.dat.json bad.ndl.json
try --trace nowhere m.dat.json
try --trace m.dat.json m.dat.json
try --trace T no-machine.json
try --trace T m.dat.json --pin core7
try --trace T m.dat.json --only nothing
printf 'thread,instructions\n7,1000\n' >operations.csv
try --trace T m.dat.json --operations operations.csv
try --trace T m.dat.json --operations nowhere.csv
try --trace T m.dat.json --operations text.txt
try --trace T m.dat.json --set L1.size=7
try --trace T m.dat.json --placement everywhere
try --port 65536
try --port x
try m.dat.json -- ./app
# An unset variable is no wish for a server; and what FILE is comes before where the page goes.
try m.dat.json -o ''
try . -o x.html
ls
