exec 2>&1
try() { echo "\$ hpcast counters $*"; hpcast counters "$@"; echo "exit $?"; }
show() { printf "$1" >file; try show file; }
try
try shwo file
try show
try show nowhere
mkdir folder; try show folder
: >file; try show file
show 'a\0b'
show '\177ELF\2\1 junk'
show '\n Performance counter stats for ./app:\n\n  5 cycles\n'
show '5,,cycles,1,100.00,,\n7,,instr'
show '5,,cycles,1,100.00,,\nhello world\n7,,faults,1,100.00,,\n'
show '5,,cycles,1,100.00,,\n-5,,faults,1,100.00,,\nnan,,loads,1,100.00,,\n1e99,,stores,1,100.00,,\n'
show '5,,cycles,1,100.00,,\n6,,cycles,1,100.00,,\n'
show '5,msec,mine,1,100.00,,\nCPU1,6,MiB,mine,1,100.00,,\n'
show '{"counter-value" : "5", "event" : "cycles"}\n{"counter-val'
show 'cycles,loads\n1,2\n3\n'
show 'TABLE,Group 1 Raw,MEM,1\nEvent,Counter,HWThread 0,HWThread 1\nX,PMC0,1\n'
printf '{"source": "x", "counters": [{"name": "cycles", "unit": "joules"}], "rows": [{"values": {"loads": 1}}]}' >file; try show file
echo junk >traces.otf2; try show traces.otf2; try show file --format otf2
printf 'cycles,thread\n1,a\n' >a; printf 'loads,thread\n1,b\n' >b; try show a b
printf 'time,cycles\n1,1\n2,2\n' >b; try convert a b -o c.csv
try show a --format perf
try show a --format exel
try show a --interval 100ms
try show a --interval -5
printf 'our cycles,cycle\n' >aliases; try show a --aliases aliases
try show a --aliases nowhere
try convert a -o c.txt
try convert a -o a
try convert a -o nowhere/c.csv
ls
