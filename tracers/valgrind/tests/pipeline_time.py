"""Of a forecast of programs/spin.c: is the time what a pipeline of two threads takes?
    pipeline_time.py RESULT CHUNKS FIRST SECOND MILLISECONDS
With a second result: are both the same, but for what they were made from?
    pipeline_time.py RESULT RESULT"""
import json
import sys


def result(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def same(a, b):
    changed = {"inputs", "run"}
    return all(a[key] == b.get(key) for key in a if key not in changed)


# The second thread works on a chunk when the first has done it; what the first one does before its
# first chunk nobody else does. Where the first thread came too early for its first flag to be seen
# as one, the second has not waited for it.
def is_pipeline(forecast, chunks, first, second):
    worked = [thread["worked_s"] for thread in forecast["phases"][0]["threads"]]
    of_second = worked[1] / chunks
    of_first = of_second * first / second
    before = worked[0] - chunks * of_first
    expected = before + chunks * max(of_first, of_second) + min(of_first, of_second)
    print(f"{forecast['time_s']:.6f} s, expected {expected:.6f} s")
    return 0.97 * expected - of_first < forecast["time_s"] < 1.03 * expected


def main():
    if len(sys.argv) == 3:
        return same(result(sys.argv[1]), result(sys.argv[2]))
    return is_pipeline(result(sys.argv[1]), *map(int, sys.argv[2:5]))


sys.exit(0 if main() else 1)
