# Two threads; all that the format allows; 40 bytes in pieces of 8 and 32.
cat >app.txt <<END
# address size operation thread
0x1000 8 R 17

4104,8,w,17
 0x1008 , 4 , Load 0x12	# half of it
0X2018	40	S	17
0x1010 16 store 18
END
summary() { sed 's/[0-9]* B (.*)/N B (@RUN@)/'; }
hpcast trace convert app.txt -o T | summary
hpcast memory $CASES/two-cores.dat.json T | head -n 17
grep '"thread"' T/manifest.json
# From a pipe, with lines as Windows ends them, the last one as nobody ends it.
printf '0x1000 8 R\r\n0x1008 8 W' | hpcast trace convert - --format text -o T | summary
