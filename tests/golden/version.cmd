hpcast --version | sed "s/ [0-9.]*$/ N.N.N/"
