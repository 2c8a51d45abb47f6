#!/usr/bin/env python3
"""spmv_reference.py MATRIX Y...: is each Y, as spmv --x ramp --output writes it, MATRIX times ramp?

Reads coordinate files by itself and sums exactly; nothing in it comes from spmv.
"""
import math
import sys


def read_matrix(name):
    """The number of rows and a list of (row, column, real part)."""
    with open(name, encoding="ascii") as file:
        _, _, _, field, symmetry = file.readline().lower().split()
        lines = [line.split() for line in file if line.strip() and not line.startswith("%")]
    n = int(lines[0][0])
    mirrored = {"general": 0.0, "symmetric": 1.0, "hermitian": 1.0, "skew-symmetric": -1.0}[symmetry]
    entries = []
    for words in lines[1:]:
        row, column = int(words[0]) - 1, int(words[1]) - 1
        value = 1.0 if field == "pattern" else float(words[2])
        entries.append((row, column, value))
        if mirrored and row != column:
            entries.append((column, row, mirrored * value))
    assert len(lines) - 1 == int(lines[0][2])
    return n, entries


def main():
    n, entries = read_matrix(sys.argv[1])
    products = [[] for _ in range(n)]
    for row, column, value in entries:
        products[row].append(value * (1.0 + column / n))
    for name in sys.argv[2:]:
        with open(name, encoding="ascii") as file:
            y = [float(line) for line in file]
        if len(y) != n:
            sys.exit(f"{name}: {len(y)} elements, not {n}")
        for row, terms in enumerate(products):
            tolerance = 2.0**-52 * (len(terms) + 2) * math.fsum(map(abs, terms))
            if not abs(y[row] - math.fsum(terms)) <= tolerance:
                sys.exit(f"{name}: element {row} is {y[row]}, not {math.fsum(terms)}")


main()
