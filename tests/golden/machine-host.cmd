hpcast machine host -o host.dat.json 2>told && hpcast show host.dat.json >/dev/null && echo fine
# Either its cores are known, or who knows more.
grep -q '"pipeline"' host.dat.json || grep -q '^next: hpcast calibrate' told && echo known
