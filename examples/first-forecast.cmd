# A program is compiled with hpcast-cc in the compiler's place. Started by itself, it runs as ever.
hpcast-cc -O2 -fopenmp -o triad $SOURCE/workloads/triad.c -lm
export OMP_NUM_THREADS=4
./triad 400000 2

# Its time on a described machine, and what limits it. Nothing is stored: the program is simulated
# while it runs. --only picks one of the phases that the program marks with hpcast_phase().
hpcast memory i7-7700k --only triad -- ./triad 400000 2
