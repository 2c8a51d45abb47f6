hpcast show epyc-7702x2-nps4
