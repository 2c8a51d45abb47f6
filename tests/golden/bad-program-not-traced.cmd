hpcast memory i7-7700k --tracer compiler -- $WORKLOADS/native/triad 1000 1
echo $?
hpcast trace -o T --tracer compiler -- $WORKLOADS/native/triad 1000 1
echo $?
hpcast trace -o T --tracer compiler -- /bin/true
echo $?
ls
