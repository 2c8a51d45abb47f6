# A program compiled with the tracer in it that never touches memory of its own.
echo 'int main(void) { return 0; }' >nothing.c
hpcast-cc -O2 nothing.c -o nothing
hpcast trace -o T -- ./nothing | sed "s/[0-9]* B (/N B (/"
hpcast memory $CASES/two-cores.dat.json T
