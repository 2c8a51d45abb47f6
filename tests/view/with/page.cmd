cp $SOURCE/tests/golden/two-cores.dat.json .
printf '{"evil": "</script><script>alert(1)</script><!-- & \xe2\x80\xa8 \xc3\xa9"}\n' >evil.json
hpcast view evil.json -o page.html && cat page.html
hpcast view -o - evil.json | cmp - page.html
hpcast view two-cores.dat.json i7-7700k evil.json -o page.html && grep -o '"name":"[^"]*"' page.html
grep -c '<script' page.html
hpcast view -o empty.html && grep hpcast-data empty.html
ls
