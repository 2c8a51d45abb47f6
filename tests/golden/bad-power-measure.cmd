exec 2>&1
export HPCAST_PERF=$CASES/perf-stand-in TMPDIR=$PWD
cat >set.json <<'JSON'
{"name": "ours", "title": "ours", "source": "nowhere", "groups": [
 {"name": "core", "events": [{"perf": "cycles", "counters": {"cycles": 1}}]}]}
JSON
mkdir -p none sys/class/powercap/intel-rapl:0 sys/class/hwmon/hwmon3
echo package-0 >sys/class/powercap/intel-rapl:0/name
: >sys/class/powercap/intel-rapl:0/energy_uj
try() { echo "\$ hpcast power measure $*"; hpcast power measure "$@"; echo "exit $?"; }
measure() { try --set set.json --sys none "$@"; }
# Nothing tells power.
measure -- echo the program
try --set set.json --sys sys -- true
mkdir -p sys/bus/event_source/devices/power
try --set set.json --sys sys -- true
echo nvme >sys/class/hwmon/hwmon3/name; echo 2000000 >sys/class/hwmon/hwmon3/power1_input
try --set set.json --sys sys -- true
try --set set.json --sys sys --sensor nvme -- true
echo '-5' >sys/class/hwmon/hwmon3/power1_input
try --set set.json --sys sys --sensor nvme-hwmon3/power1 -- true
# Sensors that hold one another, and those of which nobody knows.
zone() { mkdir -p sys/class/powercap/$1; echo $2 >sys/class/powercap/$1/name; echo ${3-1000} >sys/class/powercap/$1/energy_uj; }
zone intel-rapl:0 package-0; zone intel-rapl:0:0 core
try --set set.json --sys sys --sensor package-0,package-0/core -- true
mkdir sys/class/powercap/intel-rapl:1; echo package-1 >sys/class/powercap/intel-rapl:1/name
try --set set.json --sys sys -- true
for n in 1 2; do mkdir sys/class/hwmon/hwmon$n; echo power_meter >sys/class/hwmon/hwmon$n/name
  echo 350000000 >sys/class/hwmon/hwmon$n/power1_average; done
try --set set.json --sys sys -- true
hpcast power measure --list --sys sys | tail -n 3
# Arguments.
try --only chian-1 --sys none
try --only chain-1 -- true
try --seconds 0
measure --meter-ahead 3s -- true
measure --meter nowhere.csv -o out.txt -- true
measure --meter nowhere.csv -o out.csv -- /no/such/program
try --counters counters.csv
try --began noon --meter m.csv
# The meter's file: what is wrong in it, line by line, before anything runs.
cat >wrong.csv <<'CSV'
time,watts
0,100
1,-5
2,200 J
1,100
soon,100
2,1,2
CSV
measure --meter wrong.csv -o kept.csv -- true
mkfifo pipe; measure --meter pipe -- true; rm pipe
# What goes wrong later does not cost the counters.
echo time,watts >grows.csv
measure --meter grows.csv -o kept.csv -- cp wrong.csv grows.csv
printf 'time,watts\n0,1\n1,1\n' >grows.csv; touch -d '2 hours ago' grows.csv
measure --meter grows.csv -- true 2>&1 | grep -o 'warning: .* nothing for'
hpcast counters show kept.csv | head -n 1
meter() { printf "$1" >meter.csv; measure --meter meter.csv -- true; }
meter 'time,power_mw\n0,1\n'
meter 'time,watts [mW]\n0,1\n'
meter 'time,amps\n0,1\n'
meter '0,100\n60,100\n'
meter 'time,watts\n5000000000,1\n5000000001,1\n'
meter 'time,watts\n0,1\n2026-11-24T09:30:00Z,1\n'
meter 'time,watts\n0,1\n1,1\n1,1\n'
meter 'start,end,watts\n0,2,1\n1,3,1\n'
meter 'time,watts\n5,1\n'
meter ''
# Windows that do not meet the run.
cat >counters.csv <<'CSV'
start_s,duration_s,region,cycles
0,60,a,100
60,60,b,200
CSV
printf 'time,watts\n32400,1\n32460,100\n32520,100\n' >meter.csv
try --counters counters.csv --meter meter.csv
printf 'time,watts\n2026-11-24T09:30:00Z,1\n2026-11-24T09:31:00Z,100\n' >dates.csv
try --counters counters.csv --meter dates.csv
try --counters counters.csv --meter dates.csv --began 2026-11-24
try --counters counters.csv --meter dates.csv --meter-ahead fast
printf 'time,watts\n-30,1\n60.5,100\n150,100\n' >meter.csv
try --counters counters.csv --meter meter.csv
try --counters counters.csv --meter meter.csv -- true
try --counters counters.csv --meter meter.csv --seconds 3
rm -r none sys; ls
