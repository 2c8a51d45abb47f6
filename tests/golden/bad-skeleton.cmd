# What hpcast skeleton is asked in vain, before it looks at any source: each fault with how to mend it.
fails() { "$@" 2>&1; echo "exit status $?"; echo; }
touch a.c
fails hpcast skeleton
fails hpcast skeleton a.c
fails hpcast skeleton a.c --times S
fails hpcast skeleton none.c -o S
fails hpcast skeleton . -o S
fails hpcast skeleton --times S
fails hpcast skeleton --times S --factor 2
fails hpcast skeleton --times S --as one
fails hpcast skeleton --times S --as one --factor 0
fails hpcast skeleton a.c -o S --as one --from-memory r.json
fails hpcast skeleton a.c -o S --calibrate 'mpirun ./app'
fails hpcast skeleton a.c -o a.c
mkdir other && touch other/file
fails hpcast skeleton a.c -o other
fails hpcast skeleton a.c -o S --repeat 0 --calibrate '{}'
fails hpcast skeleton a.c -o S --outptu S
mkdir S
echo '{"schema_version": "1.0", "regions": [{"id": 1, "name": "r", "file": "a.c", "hash": "0123456789abcdef"}]}' >S/skeleton.json
fails hpcast skeleton --times S --processor one
echo '{"format": "hpcast-processors", "schema_version": 1, "processors": [{"name": "first", "regions": []}, {"name": "second", "regions": []}]}' >hpcast-processors.json
fails hpcast skeleton --times S --processor frist
fails hpcast skeleton --times S --processor another
fails hpcast skeleton --times S --as first --factor 2
fails hpcast skeleton --times S --processor first --as first --factor 2
fails hpcast skeleton --times S --processor new --as none --factor 2
fails hpcast skeleton --times S --processor new --as first --factor 2
fails hpcast skeleton --times S --processor first --as new --factor 2
fails hpcast skeleton --times S --processor newer --as first --from-memory none.json
cat hpcast-processors.json
echo '{"format": "hpcast-processors", "schema_version": 1, "processors": [{"name": "a", "ratio": {"of": "b", "factor": -1}}]}' >bad.json
fails hpcast skeleton --times S --database bad.json
echo '{"schema_version": "3"}' >S/skeleton.json
fails hpcast skeleton --times S
fails hpcast skeleton a.c -o S --list
fails hpcast skeleton --times S -o T
fails hpcast skeleton --times S --calibrate '{} 1'
fails hpcast skeleton --times S --instrument
