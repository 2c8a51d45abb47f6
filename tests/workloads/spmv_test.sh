#!/bin/bash
# Tests of workloads/spmv.   spmv_test.sh BUILD_TREE CASE
set -u
build=$1 case=$2
here=$(cd "$(dirname "$0")" && pwd)
program=$build/workloads/native/spmv
real=$(cd "$here/../.." && pwd)/../shared/data/matrices
. "$here/workload.sh"
formats=$("$program" --formats)

complains() {
  [ "$(wc -l <errors)" -eq 1 ] || die "not one line: $1"
  grep -qF -- "$1" errors || die "no '$1'"
}
# in_all_formats MATRIX [OPTION...]
in_all_formats() {
  local format
  for format in $formats; do run 0 "$format" "$@"; done
}
have_real() { [ -d "$real" ] && command -v zstd >/dev/null; }
# bad WHAT_IT_SAYS: the file on standard input.
bad() {
  cat >bad.mtx
  run 2 CRS bad.mtx
  complains "$1"
}
# bad_entries HEADER SIZE_AND_ENTRIES WHAT_IT_SAYS
bad_entries() { printf '%%%%MatrixMarket matrix %s\n%b' "$1" "$2" | bad "$3"; }

small_files() {
  printf '%%%%MatrixMarket matrix coordinate real general\n%% a remark\n\n%b' \
    '5 5 7\n1 1 2.5\n5 1 -1\n1 5 1e3\n3 2 .5\n3 3 7\n4 4 1\n4 3 -2\n' >general.mtx
  printf '%%%%matrixmarket MATRIX Coordinate Integer Symmetric\n%b' \
    '3 3 4\n1 1 2\n2 1 -1\n3 2 4\n3 3 9\n' >symmetric.mtx
  printf '%%%%MatrixMarket matrix coordinate real skew-symmetric\n4 4 2\n2 1 3\n4 3 0.25\n' >skew.mtx
  printf '%%%%MatrixMarket matrix coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3\r\n' >pattern.mtx
  printf '%%%%MatrixMarket matrix coordinate complex hermitian\n%b' \
    '3 3 3\n1 1 2 0\n2 1 1 5\n3 2 -4 1\n' >hermitian.mtx
  printf '%%%%MatrixMarket matrix coordinate real general\n2 2 3\n1 2 1\n2 1 2\n1 2 4\n' >repeated.mtx
}

case $case in
  generated)
    for matrix in stencil:2d5:20 stencil:2d9:11 stencil:3d7:9 stencil:3d27:5 block:300:3 block:301:4 \
      banded:200:7 banded:1:1 diagonals:300:9 mesh:500:6 circuit:1000 random:400:12 random:7:7 \
      powerlaw:1000:9000 rmat:1000:9000 arrow:501 dense:101:30 dense:5:1; do
      in_all_formats $matrix 2
    done
    in_all_formats stencil:3d7:9 1 --x ones
    in_all_formats arrow:33 1 --x random:7
    ;;
  files)
    small_files
    for file in *.mtx; do in_all_formats $file 2; done
    run 0 COO hermitian.mtx
    grep -q 'hermitian.mtx is complex; this is its real part' output || die 'nothing about complex'
    run 0 COO repeated.mtx
    grep -q '1 entries were added' output || die 'nothing about repeated entries'
    # By columns; with a symmetry, on and below the diagonal.
    printf '%%%%MatrixMarket matrix array real general\n2 2\n1\n2\n0\n4\n' >array.mtx
    run 0 CCS array.mtx --x ones --output y
    [ "$(cat y)" = $'1\n6' ] || die "wrong: $(cat y)"
    printf '%%%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n4\n' >array.mtx
    run 0 ELL array.mtx --x ones --output y
    [ "$(cat y)" = $'3\n6' ] || die "wrong: $(cat y)"
    ;;
  real)
    have_real || { echo "Not tested: there is no $real, or no zstd."; exit 77; }
    for name in rajat19 bfw782b G51 hangGlider_2 mhd1280a zenios Pd mbeacxc bcsstk14; do
      zstd -qd "$real/$name.mtx.zst" -o $name.mtx || die "cannot decompress $name"
      in_all_formats $name.mtx 1
    done
    ;;
  reference)
    command -v python3 >/dev/null || { echo 'Not tested: there is no python3.'; exit 77; }
    small_files
    ! have_real || zstd -qd "$real/bfw782b.mtx.zst" -o bfw782b.mtx
    for file in *.mtx; do
      for format in $formats; do run 0 "$format" $file 1 --x ramp --output $format.y; done
      python3 "$here/spmv_reference.py" $file ./*.y || die "$file"
    done
    # The reference can tell: one element of the last file's y, a little off.
    awk 'NR == 2 { $1 += 1e-9 } { printf "%.17g\n", $1 }' CRS.y >wrong.y
    ! python3 "$here/spmv_reference.py" $file wrong.y 2>errors || die 'a wrong y passes'
    ;;
  sizes)
    # 5 diagonals of 10000 elements; rows of 3 elements; the first row has all 10000.
    run 0 --size DIA stencil:2d5:100
    grep -q 'storage 400020 bytes, working set 560020 bytes' output || die 'wrong size'
    run 0 --size ELL banded:1000:1
    grep -q 'storage 36000 bytes, working set 52000 bytes' output || die 'wrong size'
    run 0 --size ELL arrow:10000
    grep -q 'storage 1200000000 bytes' output || die 'wrong size'
    # 5.8e12 bytes: more than anybody's limit, and told without trying.
    run 0 --size DIA arrow:600000
    grep -q 'storage 5759999999996 bytes' output || die 'wrong size'
    for format in DIA ELL; do
      run 3 $format arrow:600000
      complains "$format needs "
      complains ', more than the limit of '
    done
    run 3 CRS stencil:3d7:20 --limit 1000
    complains 'CRS needs 32004 bytes (row starts alone), more than the limit of 1000 bytes'
    run 3 DIA circuit:2000 --limit 1000000
    complains ', more than the limit of 1000000 bytes'
    run 0 CRS circuit:2000 --limit 1000000
    # What is needed is told exactly: it suffices, and one byte less does not.
    run 3 DIA circuit:2000 --limit 1000000
    needed=$(sed 's/.* needs \([0-9]*\) bytes.*/\1/' errors)
    run 0 DIA circuit:2000 --limit "$needed"
    run 3 DIA circuit:2000 --limit $((needed - 1))
    ;;
  bad)
    : | bad 'bad.mtx: an empty file'
    echo 'hello' | bad 'bad.mtx, line 1: not a Matrix Market file'
    printf '\x28\xb5\x2f\xfd\x00\x01' | bad 'line 1: a zero byte'
    bad_entries 'coordinate real' '' 'line 1: none of '"'general'"
    bad_entries 'coordinate quaternion general' '' "line 1: none of 'real'"
    bad_entries 'list real general' '' "line 1: neither 'coordinate' nor 'array'"
    bad_entries 'array pattern general' '' 'line 1: a pattern is neither'
    bad_entries 'coordinate real hermitian' '' 'line 1: only complex'
    general='coordinate real general'
    bad_entries "$general" '% nothing\n' 'ends before the line with its size'
    bad_entries "$general" '3 3\n' 'line 2: the number of entries is missing'
    bad_entries "$general" '3 4 1\n1 1 1\n' 'line 2: not a square matrix'
    bad_entries "$general" '0 0 0\n' 'line 2: a matrix without rows'
    bad_entries "$general" '-3 3 1\n' 'line 2: the number of rows is missing, negative'
    bad_entries "$general" '3 3 1 1\n' 'line 2: more on the line'
    bad_entries "$general" '99999999999999999999 3 1\n' 'line 2: the number of rows is missing, negative or too'
    bad_entries "$general" '3000000000 3000000000 1\n' 'line 2: more rows or entries than 32-bit'
    bad_entries "$general" '3 3 3000000000\n' 'line 2: more rows or entries than 32-bit'
    bad_entries "$general" '3 3 2\n1 1 1\n' 'ends after line 3 with 1 of 2 entries'
    bad_entries "$general" '3 3 2000000000\n1 1 1\n' 'ends after line 3 with 1 of 2000000000 entries'
    bad_entries "$general" '3 3 1\n1 1 1\n2 2 1\n' 'line 4: more entries than'
    bad_entries "$general" '3 3 1\n4 1 1\n' 'line 3: the row is missing or not one'
    bad_entries "$general" '3 3 1\n1 0 1\n' 'line 3: the column is missing or not one'
    bad_entries "$general" '3 3 1\n1\n' 'line 3: the column is missing'
    bad_entries "$general" '3 3 1\n1 1\n' 'line 3: a value is missing'
    bad_entries "$general" '3 3 1\n1 1 x\n' 'line 3: a value is missing or not a number'
    bad_entries "$general" '3 3 1\n1 1 1.5e\n' 'line 3: a value is missing or not a number'
    bad_entries "$general" '3 3 1\n1 1 nan\n' 'line 3: a value is not finite'
    bad_entries "$general" '3 3 1\n1 1 1e999\n' 'line 3: a value is not finite'
    bad_entries "$general" '3 3 1\n1 1 1 1\n' 'line 3: more on the line'
    bad_entries 'coordinate complex general' '3 3 1\n1 1 1\n' 'line 3: a value is missing'
    bad_entries 'coordinate real symmetric' '3 3 1\n1 2 1\n' 'line 3: above the diagonal'
    bad_entries 'coordinate real skew-symmetric' '3 3 1\n2 2 1\n' 'line 3: on the diagonal'
    bad_entries 'array real general' '2 2\n1\n2\n3\n' 'ends after line 5 with 3 of 4 entries'
    run 2 CRS .
    complains 'Is a directory'
    run 2 CRS nowhere.mtx
    complains 'No such file'
    for matrix in stencil:3d7 stencil:3d7:0 stencil:3d7:2x stencil:3d7:5:5 stencil:3d7:2000 \
      stencil:2d5:2000000000 banded:5 random:5:6 dense:5:101; do
      run 2 CRS $matrix
      complains ''
    done
    run 2 CRX arrow:5
    complains "'CRX' is no format"
    for argument in 0 -1 many; do run 2 CRS arrow:5 -- $argument; done
    run 2 CRS arrow:5 1 --x zeros
    run 2 CRS arrow:5 1 --limit none
    run 2 CRS arrow:5 1 --output nowhere/y
    run 2 CRS
    ;;
  *)
    die "no such case: $case"
    ;;
esac
