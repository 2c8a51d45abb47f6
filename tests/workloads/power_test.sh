#!/bin/bash
# Do the programs of workloads/power find what their plain checks say, in all their variants, with
# any number of threads, and refuse what they cannot do?
#   power_test.sh FOLDER PREFIX    of the programs PREFIXstreams, PREFIXstride, …
# How fast they are depends on the host and is not tested.
set -u
folder=$1 prefix=${2-}
. "$(dirname "$0")/workload.sh"
export OMP_WAIT_POLICY=passive

# of NAME: the program of which run() speaks
of() { program=$folder/$prefix$1; }
said() { grep -q -- "$1" output || die "no '$1'"; }

for threads in 1 2 3; do
  export OMP_NUM_THREADS=$threads
  of streams
  for streams in 0 1 2 5 16 32; do
    for repetitions in 1 2; do run 0 $streams 3000 --repetitions $repetitions; done
  done
  run 0 4 1 7 --repetitions 3
  run 0 0 100 1 --repetitions 5
  of stride
  for stride in 0 0.0625 0.5 1 1.5 7.9375 64; do run 0 $stride 1000 --repetitions 2; done
  run 0 3 1 --repetitions 1
  of stream
  for bytes in 24 1000 12288 589824; do run 0 $bytes --repetitions 7; done
  of dgemm
  for shape in '1' '6 8' '7 9 5' '100 30 200' '301 17 129' '97 1025 3'; do
    run 0 $shape --repetitions 1
  done
  of chain
  for distance in 1 2 3 4 5 6 7 8 9 10 11 12; do run 0 $distance --repetitions 1; done
  run 0 12 16 --repetitions 2
  of records
  for accounts in 1 64 777 10000; do run 0 $accounts --repetitions 3; done
  run 0 64 --repetitions 1002 # a ledger and two thousand entries
  of quicksort
  for numbers in 1 2 12 13 1000 50000; do run 0 $numbers --repetitions 2; done
  of fem
  for n in 1 2 3 10; do
    run 0 plain $n --repetitions 2
    plain=$(sed 's/.*checksum//' output)
    run 0 tuned $n --repetitions 1
    [ "$plain" = "$(sed 's/.*checksum//' output)" ] || die "plain and tuned differ at $n"
  done
  of stencil
  for n in 1 2 17; do run 0 $n --repetitions 50; done
  of md
  run 0 6 --repetitions 60
  run 0 7 --repetitions 1
  of su3
  for n in 2 3 5; do run 0 $n --repetitions 2; done
  of pic
  run 0 2 1 --repetitions 7
  run 0 9 20 --repetitions 100
done

of chain
run 0 12 --seconds 0.05
said ' repetitions, '
run 0 --help
for arguments in '' '0' '13' 'x' '1 3' '1 20' '1 4 1' '1 --seconds 0' '1 --seconds x' '1 --repetitions 0' \
  '1 --fast'; do
  run 2 $arguments
done
of streams
for arguments in '' '33' '-1' '1 0' '1 1 2' '5 1 3'; do run 2 $arguments; done
of stride
for arguments in '' 'x' '-1' '0.1' '65' 'nan' '1 0'; do run 2 $arguments; done
of stream && run 2 23
of dgemm && run 2 0
of records && run 2 10001
of quicksort && run 2 0
of fem
for arguments in '' 'fast' 'plain 0' 'plain 1 1'; do run 2 $arguments; done
of stencil && run 2 0
of md && run 2 5
of su3 && run 2 1
of pic
for arguments in '1' '2 0'; do run 2 $arguments; done
exit 0
