mkdir mess empty
printf '90391.5 204\n92504 167.5\n40197.1 78.4\n225.1 66.4\n-4.6 65.8\n94.4 65.4\n' > mess/bwlat_60.txt
printf '1000 60\n100000 150\n' > mess/bwlat_100.txt
touch mess/README
hpcast machine custom -o plain.dat.json
hpcast machine curves plain.dat.json memory=mess -o curves.dat.json
grep -o '"latency_curve.*' curves.dat.json
hpcast show curves.dat.json > /dev/null
hpcast machine curves plain.dat.json memroy=mess
hpcast machine curves plain.dat.json memory=empty
hpcast machine curves plain.dat.json
hpcast machine curves plain.dat.json mess
echo '1000 60 7' > mess/bwlat_50.txt
hpcast machine curves plain.dat.json memory=mess
