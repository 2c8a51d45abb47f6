#!/bin/bash
# scale_test.sh BUILD: profiles on more ranks than were recorded are those that are recorded there.
set -u
. "$(dirname "$0")/expect.sh"
hpcast=$1/bin/hpcast workloads=$1/workloads/native
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

# of FILE NAME...: members of a result, as text.
of() { python3 -c 'import json, sys
result = json.load(open(sys.argv[1]))
print(*[result[name] for name in sys.argv[2:]])' "$@"; }
messages() { python3 -c 'import json, sys
m = json.load(open(sys.argv[1]))["messages"]
print(m["count"], m["bytes"], m["sizes"])' "$1"; }

# A pattern, beside the same made on as many ranks: to the picosecond.
for extent in 4 6 8 16; do
  echo "{\"pattern\": \"halo\", \"shape\": [$extent, $extent], \"periodic\": false, \"steps\": 2,
        \"bytes\": \"64 KiB\", \"compute\": \"20 us\"}" >halo$extent.json
done
"$hpcast" network k-computer halo4.json halo6.json halo8.json --scale-to 256 --json scaled.json >/dev/null
"$hpcast" network k-computer halo16.json --json made.json >/dev/null
expect "the same time" [ "$(of scaled.json time_s)" = "$(of made.json time_s)" ]
expect "the grids are told" grep -q '16 (4 × 4), 36 (6 × 6), 64 (8 × 8) ranks to 256 (16 × 16)' scaled.json

"$hpcast" network k-computer halo4.json halo8.json >out.txt 2>err.txt
expect "several profiles are not one" [ $? = 2 ]
expect "what they can be for is told" grep -q -e '--scale-to' err.txt
"$hpcast" network k-computer halo4.json halo8.json --scale-to many >out.txt 2>err.txt
expect "what is no number is refused" [ $? = 2 ]

# A program, beside the same recorded on as many ranks.
if [ -x "$workloads/halo-smpi" ]; then
  for ranks in 6 12 24 96; do
    "$hpcast" record -o P$ranks --virtual-ranks $ranks -- "$workloads/halo-smpi" 5 20 >/dev/null
  done
  "$hpcast" network infiniband-switch P6 P12 P24 --scale-to 96 --json scaled.json >/dev/null
  "$hpcast" network infiniband-switch P96 --json recorded.json >/dev/null
  expect "the same messages" [ "$(messages scaled.json)" = "$(messages recorded.json)" ]
  # Of HPL's panels, ranks have one more or less.
  for grid in '2 2' '4 4'; do
    "$hpcast" record -o H${grid% *} --virtual-ranks $((${grid% *} * ${grid#* })) -- \
      "$workloads/hpl-smpi" 300 32 $grid ring exchange unchecked >/dev/null
  done
  "$hpcast" network infiniband-switch H2 H4 --scale-to 64 >out.txt 2>err.txt
  expect "what is not regular is refused" [ $? = 2 ]
  expect "with the rank that shows it" grep -q 'not the same regular program.*rank' err.txt
fi
exit $wrong
