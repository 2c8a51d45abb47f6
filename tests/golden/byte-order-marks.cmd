# What editors of Windows put before UTF-8 is no part of a file. UTF-16 is refused as what it is.
exec 2>&1
# both FILE COMMAND...: with FILE in it, as FILE is and with the mark.
both() {
  local file=$1
  shift
  "$@" 2>&1 | grep -v '^Simulated' >plain
  { printf '\357\273\277' && cat "$file"; } >marked && mv "$file" kept && mv marked "$file"
  "$@" 2>&1 | grep -v '^Simulated' >of_marked
  iconv -f UTF-8 -t UTF-16 kept >"$file"
  printf '%s: %s, ' "$*" "$(cmp -s plain of_marked && [ -s plain ] && echo same || diff plain of_marked)"
  "$@" 2>&1 | head -n 1
  mv kept "$file"
}
cp $CASES/two-cores.dat.json m.json
cp $MACHINES/k-computer.ndl.json n.json
cp $MACHINES/k-computer.power.json p.json
printf '{"pattern": "halo", "shape": [4, 4], "bytes": "64 KiB", "steps": 2}' >halo.json
printf 'num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1\n}\nrank 1 {\nl1: recv 8b from 0 tag 1\n}\n' >goal
printf '0 init\n0 send 1 0 8 6\n0 finalize\n1 init\n1 recv 0 0 8 6\n1 finalize\n' >ti
mkdir ranks && for rank in 0 1; do grep "^$rank" ti >ranks/$rank.txt; done
printf 'ranks/0.txt\nranks/1.txt\n' >list
seq 0 15 >mapping
printf 'start_s,duration_s,cycles,power\n0,1,2e9,100\n1,1,2e9,101\n' >c.csv
printf '1000;;cycles:u;0.10%%;250000000;100.00;;\n' >c.perf
printf 'duration_s,our loads\n1,5\n' >own.csv
printf 'our loads,loads,2\n' >aliases
printf 'time,W\n0,100\n1,100\n2,100\n' >meter
printf '0x1000 8 R\n0x2000 8 W\n' >references
both m.json hpcast show m.json
both n.json hpcast show n.json
both halo.json hpcast network n.json halo.json
both goal hpcast network n.json goal
both ti hpcast network n.json ti
both list hpcast network n.json list
both ranks/0.txt hpcast network n.json ranks
both mapping hpcast network n.json halo.json --mapping mapping
both p.json hpcast power show p.json
both p.json hpcast power predict c.csv p.json
both c.csv hpcast counters show c.csv
both c.perf hpcast counters show c.perf
both aliases hpcast counters show own.csv --aliases aliases
both references hpcast trace convert references --format text -o T
