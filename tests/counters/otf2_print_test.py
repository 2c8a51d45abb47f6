#!/usr/bin/env python3
"""otf2_print_test.py HPCAST ARCHIVES: what hpcast makes of each OTF2 archive in the folder ARCHIVES, against
the same sums over what otf2-print prints of it."""
import csv
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

SKIPPED = 77


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def sums_of_events(archive):
    """Ticks and PAPI counts by (location, region), without those of regions called."""
    stacks, tick, last = defaultdict(list), {}, {}
    sums = defaultdict(lambda: defaultdict(float))
    for line in run("otf2-print", archive).splitlines():
        event = re.match(r"(ENTER|LEAVE|METRIC) +(\d+) +(\d+) +(.*)", line)
        if not event:
            continue
        kind, location, time, rest = event.group(1), int(event[2]), int(event[3]), event[4]
        stack = stacks[location]
        if kind == "METRIC":
            for name, value in re.findall(r'\("([^"]*)" <\d+>; \w+; (\d+)\)', rest):
                if stack and (location, name) in last:
                    sums[location, stack[-1]][name] += int(value) - last[location, name]
                last[location, name] = int(value)
            continue
        if stack:
            sums[location, stack[-1]]["ticks"] += time - tick[location]
        tick[location] = time
        if kind == "ENTER":
            stack.append(re.search(r'Region: "(.*)" <\d+>', rest)[1])
        else:
            stack.pop()
    return sums


def compare(hpcast, archive):
    definitions = run("otf2-print", "-G", archive)
    ticks_a_second = int(re.search(r"Ticks per Seconds: (\d+)", definitions)[1])
    groups = re.findall(r'^LOCATION +(\d+) .*Group: "(.*)" <', definitions, re.M)
    expected = sums_of_events(archive)
    rows = run(hpcast, "counters", "convert", archive, "--to", "csv").splitlines()
    table = list(csv.DictReader(row for row in rows if not row.startswith("#")))
    names = {name: int(number) for number, name in groups}
    found = {(names[row["thread"]], row["region"]): row for row in table}
    assert found.keys() == expected.keys(), found.keys() ^ expected.keys()
    for key, sums in expected.items():
        seconds = sums["ticks"] / ticks_a_second
        assert abs(float(found[key]["duration_s"]) - seconds) <= 1e-9 + 1e-9 * seconds, key
        for metric, counter in (("PAPI_TOT_CYC", "cycles"), ("PAPI_L2_TCM", "l2_misses")):
            assert metric not in sums or float(found[key][counter]) == sums[metric], (key, metric)
    print(f"{archive}: {len(expected)} rows are the same")


def main():
    hpcast, folder = sys.argv[1], Path(sys.argv[2])
    archives = sorted(folder.glob("*/traces.otf2"))
    if not archives or not shutil.which("otf2-print"):
        print(f"skipped: no archives in {folder}, or no otf2-print")
        sys.exit(SKIPPED)
    for archive in archives:
        compare(hpcast, str(archive))


main()
