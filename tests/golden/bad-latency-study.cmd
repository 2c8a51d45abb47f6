study() { hpcast latency study $CASES/two-cores.dat.json --to 300ns -o DIR "$@"; echo "exit $?"; }
touch file
export TMPDIR=$PWD/tmp; mkdir tmp
study --panel format=CRS,ELL --case matrix=a,b -- true {format} x
study --panel format=CRS,ELL --case matrix=a,b -- true {fromat} {matrix}
study --panel format= --case matrix=a -- true {format} {matrix}
study --panel format=CRS,ELL --case matrix=a,b,a -- true {format} {matrix}
study --panel format=CRS --case matrix=x/a.mtx,y/a.mtx.zst -- true {format} {matrix}
study --panel format=CRS --case matrix=missing.mtx.zst -- true {format} {matrix}
study --panel format=CRS --case matrix=a
study --panel format=CRS --case matrix=a -- ./missing {format} {matrix}
study --case matrix=a -- true {matrix}
study --panel format=CRS --case matrix=a --working-set 2 --scale 4 -- true
printf '#!/bin/sh\nexit 3\n' >app; chmod +x app
hpcast latency study $CASES/two-cores.dat.json --to 300ns -o file/DIR --panel format=CRS --case matrix=a -- ./app; echo "exit $?"
hpcast latency study $CASES/two-cores.dat.json --to 30ns -o DIR --panel format=CRS --case matrix=a -- ./app; echo "exit $?"
hpcast latency study nowhere --to 300ns -o DIR --panel format=CRS --case matrix=a -- ./app; echo "exit $?"
ls
# Any end of a program is an answer of a kind.
printf '#!/bin/sh\n[ $1 = a ] || kill -SEGV $$\necho no room >&2; exit 3\n' >app
study --panel format=CRS --case matrix=a,b -- ./app {matrix}
ls tmp
