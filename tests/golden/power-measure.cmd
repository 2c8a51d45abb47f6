exec 2>&1
export HPCAST_PERF=$CASES/perf-stand-in TMPDIR=$PWD
cat >set.json <<'JSON'
{"name": "ours", "title": "ours", "source": "nowhere", "groups": [
 {"name": "core", "events": [{"perf": "cycles", "counters": {"cycles": 1}}]},
 {"name": "memory", "system_wide": true, "events": [{"perf": "RD0", "counters": {"dram_reads": 1}}]}]}
JSON
# What RAPL, the node's meter and others look like. Nothing moves, so that the answer is always the same.
zone() { mkdir -p sys/class/powercap/$1; echo $2 >sys/class/powercap/$1/name; echo $3 >sys/class/powercap/$1/energy_uj
  echo 262143328850 >sys/class/powercap/$1/max_energy_range_uj; }
zone intel-rapl:0 package-0 1000000; zone intel-rapl:0:0 core 500000; zone intel-rapl:0:1 dram 200000
zone intel-rapl:1 psys 2000000
chip() { mkdir -p sys/class/hwmon/$1; echo $2 >sys/class/hwmon/$1/name; echo $3 >sys/class/hwmon/$1/power1_average; }
chip hwmon0 power_meter 350000000; chip hwmon1 amdgpu 25000000
hpcast power measure --list --sys sys
hpcast power measure --list --sys nowhere | tail -n 2
measure() { hpcast power measure --set set.json "$@"; }
table() { grep -v began_unix_s "$1"; }
# All groups in one run, the program's own exit status; the node's meter tells the power.
PERF_LOG=$PWD/log STAND_IN_TIME=2000000000 measure --sys sys -o node.csv -- sh -c 'sleep 2; echo the program; exit 3'; echo "exit $?"
tail -n 1 log
table node.csv
# Other sensors: their sum.
STAND_IN_TIME=2000000000 measure --sys sys --sensor amdgpu-hwmon1/power1,package-0 -- sleep 2
# An external meter whose windows are shorter than the intervals: those in it as a whole count.
cat >short.csv <<'CSV'
# the second window is of both intervals
start,end,power [mW]
0,0.09,100000
0.09,0.11,999000
0.11,0.15,200000
0.15,0.16,300000
CSV
measure --sys none --meter short.csv -I 100ms -o short.json -- true
hpcast counters show short.json
# Longer ones, of a clock that is ahead, beside counters of another day.
cat >counters.csv <<'CSV'
start_s,duration_s,region,cycles
0,60,a,100
60,60,a,200
120,60,b,400
180,60,b,800
CSV
cat >long.csv <<'CSV'
timestamp,watts
2026-11-24T18:28:30+09:00,0
2026-11-24T18:30:00+09:00,110
2026-11-24T18:31:30+09:00,120
2026-11-24T18:33:00+09:00,130
2026-11-24T18:34:30+09:00,140
CSV
hpcast power measure --counters counters.csv --began 2026-11-24T09:29:59Z --meter long.csv --meter-ahead 1s -o long-power.csv
cat long-power.csv
hpcast power measure --counters long-power.csv --meter long.csv --meter-ahead 1s | head -n 1
# hpcast's own programs.
STAND_IN_TIME=1000000000 hpcast power measure --only chain-1,idle --seconds 1 --set set.json --sys sys -o both.csv 2>errors
grep -c '^chain: distance 1, ' errors
grep -v '^#' both.csv | cut -d, -f2-
# Stopped in the middle: what was measured before is kept.
cat >one.json <<'JSON'
{"name": "one", "title": "one", "source": "nowhere", "groups": [
 {"name": "core", "events": [{"perf": "cycles", "counters": {"cycles": 1}}]}]}
JSON
export PERF_LOG=$PWD/stopped
STAND_IN_TIME=3000000000 hpcast power measure --only chain-1,idle --seconds 3 --set one.json --sys sys -o stopped.csv 2>errors & measure=$!
until grep -q 'chain 1' stopped 2>/dev/null; do sleep 0.05; done
kill -TERM $measure; wait $measure; echo "exit $?"
grep -v '^#' stopped.csv | cut -d, -f2-4
# Killed: what was measured before is in the file already.
rm stopped
STAND_IN_TIME=1000000000 hpcast power measure --only idle,chain-1 --seconds 1 --set one.json --sys sys -o killed.csv >errors 2>&1 & measure=$!
until [ -s killed.csv ]; do sleep 0.05; done
{ kill -KILL $measure; wait $measure; } 2>errors
grep -v '^#' killed.csv
# NVIDIA Grace's meters, of which one is in the other, in the folders of devices.
grace() { mkdir -p grace/class/hwmon/$1/device; echo power_meter >grace/class/hwmon/$1/device/name
  echo $3 >grace/class/hwmon/$1/device/power1_average; echo "$2 Power Socket 0" >grace/class/hwmon/$1/device/power1_oem_info; }
grace hwmon1 Grace 150000000; grace hwmon2 CPU 110000000; grace hwmon3 SysIO 25000000; grace hwmon4 Module 260000000
hpcast power measure --list --sys grace | tail -n 5
STAND_IN_TIME=2000000000 measure --sys grace -o grace.csv -- sleep 2 | head -n 1
grep -v "^#" grace.csv | cut -d, -f4,8-
# The status is that of the first program that failed, whatever the last one did.
printf '#!/bin/sh\n"%s" "$@"; case "$*" in *sleep*) exit 3 ;; esac\n' "$HPCAST_PERF" >fails; chmod +x fails
HPCAST_PERF=$PWD/fails STAND_IN_TIME=1000000000 hpcast power measure --only idle,chain-1 --seconds 1 --set one.json --sys sys >/dev/null 2>&1; echo "exit $?"
