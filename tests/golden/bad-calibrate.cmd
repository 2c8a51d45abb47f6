exec 2>&1
try() { echo "\$ hpcast calibrate $*"; hpcast calibrate "$@"; echo "exit $?"; }
try
try -o missing/host.dat.json
try -o host.dat.json --json host.dat.json
try -o host.dat.json --fast
ls
