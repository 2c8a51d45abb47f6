# What the page shows of a network comes with it: hpcast's words and its picture, nothing of a machine.
cat >two.ndl.json <<'END'
{"name": "two </script>", "topology": {"type": "mesh", "extents": [2]}, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}}
END
hpcast view two.ndl.json -o page.html && grep -o '"network":{.*,"svg":"[^ ]*' page.html
hpcast view k-computer i7-7700k $MACHINES/tsubame3.ndl.json -o page.html
grep -o '"name":"[^"]*json"' page.html
grep -o '"svg"' page.html | wc -l
