hpcast memory i7-7700k -- $WORKLOADS/native/triad 1000 1
echo $?
hpcast trace -o T -- $WORKLOADS/native/triad 1000 1
echo $?
hpcast trace -o T -- /bin/true
echo $?
ls
