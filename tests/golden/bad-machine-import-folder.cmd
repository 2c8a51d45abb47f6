hpcast machine import .
echo $?
hpcast machine import . -o m.json
