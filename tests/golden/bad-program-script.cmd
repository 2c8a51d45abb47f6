# A script may start a traced program; this one does not.
printf '#!/bin/sh\nexit 3\n' >script; chmod +x script
hpcast trace -o T -- ./script
echo $?
hpcast memory i7-7700k -- ./script
echo $?
ls
# Without a first line that names one, the shell runs it, as it would from a shell.
printf 'exit 4\n' >script
hpcast memory i7-7700k -- ./script
echo $?
printf '#!/bin/sh\n' >script
hpcast memory i7-7700k -- ./script
echo $?
