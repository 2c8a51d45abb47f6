hpcast trace -o T
echo $?
hpcast trace -o T --
echo $?
hpcast memory i7-7700k
echo $?
hpcast memory i7-7700k $CASES/triad.trace -- ls
echo $?
hpcast memory i7-7700k $CASES/triad.trace -o T
