hpcast machine custom cores=2 l2=0 l3='8 MiB' membw='20 GB/s'
