# Ctrl-C, here as SIGTERM, leaves nothing, whether hpcast reads or waits for what there is to read.
mkfifo input
hpcast trace convert input -o T & pid=$!
exec 3>input
for i in $(seq 1000); do cat $CASES/sweep.lackey; done >&3
until ls | grep -q partial; do sleep 0.01; done
kill $pid
wait $pid
echo $?
ls
