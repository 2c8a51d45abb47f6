hpcast memory epyc-7702x2-nps5 $CASES/triad.trace
