hpcast machine host -o host.dat.json && hpcast show host.dat.json >/dev/null && echo fine
