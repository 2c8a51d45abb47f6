cat >halo.json <<'END'
{"pattern": "halo", "shape": [4, 4], "periodic": true, "bytes": "64 KiB", "steps": 2, "compute": "100 us"}
END
# What is said of the run itself differs from run to run.
hpcast network tsubame3 halo.json --json result.json --html page.html --chrome trace.json --otf2 archive |
  grep -v '^Simulated in'
sed -n '/"time_s"/,/"mean"/p' result.json
# As many slices as calls and computations, an arrow for each of 128 messages.
for kind in M X s f; do grep -c "^{\"ph\":\"$kind\"" trace.json; done
# Nothing to fetch from anywhere.
grep -cE '(src|href)="http' page.html
# The archive is a profile again.
hpcast network tsubame3 archive --fidelity ideal | head -n 1
otf2-print archive/traces.otf2 | grep -c '^ENTER'
# One timeline to standard output: then nothing else goes there.
hpcast network tsubame3 halo.json --chrome - | head -n 2
mkdir taken && touch taken/file
hpcast network tsubame3 halo.json --otf2 taken
hpcast network tsubame3 halo.json --chrome halo.json
hpcast network tsubame3 archive --otf2 archive
ls
