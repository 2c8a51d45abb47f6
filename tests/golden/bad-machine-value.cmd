hpcast machine custom cores=-4 l3='three'
