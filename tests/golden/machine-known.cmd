hpcast machine a64fx | cmp - $MACHINES/a64fx.dat.json && echo same
