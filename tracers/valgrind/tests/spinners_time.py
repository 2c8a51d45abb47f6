"""Of a forecast of programs/spinners.c: do its chunks take what they take one after the other, and is all their work there?
    spinners_time.py ALONE TWICE RESULT CHUNKS IN_ALL [LEAST [MOST]]
ALONE and TWICE are of one chunk and of one twice as long; CHUNKS of RESULT's wait for each other. LEAST to MOST of
the time that they take then."""
import json
import sys


def result(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def executed(forecast):
    return sum(row["instructions"] for row in forecast["operations"] if row["part"] == "main")


def is_about(what, value, base, chunk, chunks, least, most):
    expected = base + chunks * chunk
    print(f"{what}: {value:.6g}, expected {expected:.6g}")
    return least * expected < value < most * expected + 0.1 * chunk


def main():
    alone, twice, forecast = map(result, sys.argv[1:4])
    chunks, in_all = map(int, sys.argv[4:6])
    least = float(sys.argv[6]) if len(sys.argv) > 6 else 0.97
    most = float(sys.argv[7]) if len(sys.argv) > 7 else 1.03
    ok = True
    for what, of, count, *bounds in (
        ("time", lambda r: r["time_s"], chunks, least, most),
        ("instructions", executed, in_all, 0.97, 1.03),
    ):
        chunk = of(twice) - of(alone)
        ok &= is_about(what, of(forecast), of(alone) - chunk, chunk, count, *bounds)
    return ok


sys.exit(0 if main() else 1)
