# Two results side by side: the same trace on a desktop and on a quarter of a server's socket.
hpcast-cc -O2 -fopenmp -o triad $SOURCE/workloads/triad.c -lm
hpcast trace -o T --omp-threads 4 -- ./triad 1000000 2 >/dev/null
hpcast memory i7-7700k T --only triad --json desktop.json >/dev/null
hpcast memory epyc-7702x2-nps4 T --only triad --json server.json >/dev/null
hpcast compare desktop.json server.json | sed '/^Object/,$d'

# The same to look at, with every object of both.
hpcast compare desktop.json server.json --html compared.html
grep -o "<h2>.*</h2>" compared.html
