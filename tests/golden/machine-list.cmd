hpcast machine --list
