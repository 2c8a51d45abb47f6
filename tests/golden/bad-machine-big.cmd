# Refused before the machine is made ready, and before anybody looks for the program.
hpcast machine custom sockets=20 cores=64 -o big.dat.json
hpcast memory big.dat.json -- ./none
