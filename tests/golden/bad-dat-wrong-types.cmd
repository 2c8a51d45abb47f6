sed 's/"associativity": 2/"associativity": "two"/; s/"name": "ddr"/"name": 7/; s/"capacity": "8 KiB"/"capacity": "8 KBytes"/; s/"core_obj": \[/"core_obj": [3,/' $CASES/two-cores.dat.json >m.dat.json
hpcast show m.dat.json
