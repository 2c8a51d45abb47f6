hpcast memory i7-7700k -- ./no-such-program
echo $?
hpcast trace -o T -- no-such-program-in-the-path
echo $?
touch data; hpcast trace -o T -- ./data
echo $?
hpcast trace -o T -- .
echo $?
ls
