exec 2>&1
try() { echo "\$ hpcast trace convert $*"; hpcast trace convert "$@"; echo "exit $?"; }
text() { printf '%s\n' "$@" >text; try text -o T --format text; }
try
try text
try nowhere -o T
mkdir folder; try folder -o T
try $CASES/triad.trace -o T
: >empty; try empty -o T
printf 'a\0b\n' >binary; try binary -o T; try binary -o T --format pinatrace
gzip -c $CASES/sweep.lackey >packed; try packed -o T
printf 'Dear reader,\nthis is a letter.\n' >letter; try letter -o T; try letter -o T --format lackey
printf '# nothing\n#eof\n' >nothing; try nothing -o T --format pinatrace
try letter -o T --format pin
try letter -o T --access-bytes 0
text '0x1000 8 R' 'deadbeef 8 R' 'R 0x1000 8' '0x1000 eight R' '0x1000 8 X' '0x1000 8' '0x1000 8 R one' '0x1000 8 R 1 2'
text '0x1000 0 R' '0x1000 4097 R' '0x1000000000000 1 R' '0xffffffffffff 2 R' '0x1000 4096 R' '0x11112222333344445 1 W' '1000000000000000000000 1 W'
text '1 2 3' '' '4 5 6' 7 8 9 10 11 12 13 14 15 16
awk 'BEGIN {for (i = 0; i < 1100; ++i) print "8 8 R", i}' >threads; try threads -o T | head -n 3
awk 'BEGIN {print "8 8 R"; for (i = 0; i < 1050000; ++i) printf "x"; print ""}' >long; try long -o T
printf '%s\n' '0x10: R 0x20' '0x10: X 0x20' '0x10 R 0x20' '0x10: R' '0x10: R 0x20 id 1' '0x10: W (nil)' '0x10: W 0x20 8192' >pin; try pin -o T
printf '%s\n' ' L 04001000,8' ' S 04001000,eight' ' M 1000000000000,4' ' L 04001000,0' ' L 4,' >lackey; try lackey -o T
echo precious >T; try $CASES/sweep.lackey -o T; cat T
hpcast trace; hpcast trace -- ls; hpcast trace convert text -o U -- ls; hpcast trace convert text --outptu U; hpcast trace convrt text -o U
ls
