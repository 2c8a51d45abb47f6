# Names from files and arguments never steer a terminal nor forge lines: in texts and messages, control characters are shown. JSON
# has its own escapes.
name='\\u001b]0;title\\u0007\\u001b[1mred\\u007f\\u009b2J\\nFORGED\\u202e'
raw=$(printf '\033]0;title\007\033[1mred\177\302\2332J\2332J\342\200\256')
# How many characters could steer one.
steering() { python3 -c 'import re, sys
text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
print("steering:", len(re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202e]|^ *FORGED", text, re.MULTILINE)))'; }
sed "s/two cores/$name/; s/\"mem0\"/\"mem$name\"/g; s/\"ddr\"/\"ddr$name\"/g" $CASES/two-cores.dat.json >m.json
hpcast show m.json | head -n 1
for format in text svg dot; do hpcast show m.json --format $format 2>&1 | steering; done
hpcast memory m.json $CASES/triad.trace --json r.json --html r.html 2>&1 | steering
grep -c 'u001b' r.json
hpcast report r.json | steering
hpcast compare r.json r.json | steering
sed 's/\xe2\x80\xae//g' r.html | steering # a page is no terminal
hpcast memory m.json $CASES/triad.trace --set "$raw.x=1" 2>&1 | steering
# Networks and profiles.
sed "s/\"name\": \"[^\"]*\"/\"name\": \"$name\"/" $MACHINES/k-computer.ndl.json >n.json
hpcast show n.json | steering
printf '{"pattern": "halo", "shape": [4, 4], "bytes": "64 KiB", "steps": 2}' >halo.json
hpcast network n.json halo.json 2>&1 | steering
printf '{"pattern": "%s"}' "$name" | sed 's/\\\\/\\/g' >odd.json
hpcast network n.json odd.json 2>&1 | steering
# Power models and counters.
sed "s/\"name\": \"[^\"]*\"/\"name\": \"$name\"/" $MACHINES/k-computer.power.json >p.json
hpcast power show p.json 2>&1 | steering
printf 'start_s,duration_s,region,cycles,power\n0,1,%s,2e9,100\n' "$raw" | iconv -c -f UTF-8 -t UTF-8 >c.csv
hpcast counters show c.csv 2>&1 | steering
hpcast power predict c.csv p.json 2>&1 | steering
# What is typed.
for command in "show $raw" "$raw" "show --$raw" "memory m.json $raw" "report $raw" "record -o P -- $raw" "counters show $raw"; do
  hpcast $command 2>&1 | steering
done
hpcast show "$raw"
