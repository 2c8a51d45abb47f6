# Ctrl-C, here as SIGTERM, drops the present run alone; the same command again goes on.
cat >program.sh <<'END'
#!/bin/sh
if [ "$2" = arrow:200 ] && ! [ -e go ]; then touch present; sleep 60; fi
exec $WORKLOADS/traced/spmv $1 $2 1
END
chmod +x program.sh
study() {
  exec hpcast latency study $CASES/two-cores.dat.json --to 300ns -o DIR --panel format=CRS \
    --case matrix=stencil:2d5:9,arrow:200,stencil:2d9:9 -- ./program.sh {format} {matrix}
}
export TMPDIR=$PWD/tmp; mkdir tmp
study & pid=$!
until [ -e present ]; do sleep 0.01; done
kill $pid
wait $pid
echo $?
ls DIR DIR/CRS tmp
touch go
(study | head -n 1 | sed -E 's/[0-9]+\.[0-9]+/N/')
ls DIR DIR/CRS tmp
