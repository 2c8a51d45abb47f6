"""Of a forecast of programs/spinners.c: do its chunks take what they take one after the other, and is all their work there?
    spinners_time.py ALONE TWICE RESULT CHUNKS IN_ALL
ALONE and TWICE are of one chunk and of one twice as long; CHUNKS of RESULT's wait for each other."""
import json
import sys


def result(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def executed(forecast):
    return sum(row["instructions"] for row in forecast["operations"] if row["part"] == "main")


def is_about(what, value, base, chunk, chunks):
    expected = base + chunks * chunk
    print(f"{what}: {value:.6g}, expected {expected:.6g}")
    return 0.97 * expected < value < 1.03 * expected + 0.1 * chunk


def main():
    alone, twice, forecast = map(result, sys.argv[1:4])
    chunks, in_all = map(int, sys.argv[4:6])
    ok = True
    for what, of, count in (("time", lambda r: r["time_s"], chunks), ("instructions", executed, in_all)):
        chunk = of(twice) - of(alone)
        ok &= is_about(what, of(forecast), of(alone) - chunk, chunk, count)
    return ok


sys.exit(0 if main() else 1)
