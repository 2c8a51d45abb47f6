# A script may start a traced program; this one does not.
printf '#!/bin/sh\nexit 3\n' >script; chmod +x script
hpcast trace -o T -- ./script
echo $?
hpcast memory i7-7700k -- ./script
echo $?
ls
printf '#!/bin/sh\n' >script
hpcast memory i7-7700k -- ./script
echo $?
