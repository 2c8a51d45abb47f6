#!/usr/bin/env python3
"""Does each source but the tests include what it needs of hpcast?

The presets that are tested compile a module's sources as one; here Clang parses each by itself, with
the commands of build/dev. Large headers of libraries are parsed once for all, so what a source
forgets of theirs, or of the standard library's, is not noticed.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

COMPILER = ["clang++-14", "-w"]
COMMON = ["nlohmann/json.hpp", "fmt/core.h", "fmt/ranges.h", "CLI/CLI.hpp"]
BUILD = "build/dev"


def arguments(entry):
    """Without the compiler, what it writes, and the source."""
    words = shlex.split(entry["command"])[1:]
    words[words.index("-o") : words.index("-o") + 2] = []
    return [word for word in words if word not in ("-c", entry["file"])]


def precompile(folder):
    header = os.path.join(folder, "alone.h")
    with open(header, "w") as file:
        file.writelines(f"#include <{name}>\n" for name in COMMON)
    command = [*COMPILER, "-std=c++20", "-x", "c++-header", header, "-o", header + ".pch"]
    subprocess.run(command, check=True)
    return header + ".pch"


def errors_of(entry, precompiled):
    command = [*COMPILER, *arguments(entry), "-include-pch", precompiled, "-fsyntax-only"]
    return subprocess.run(
        [*command, entry["file"]], cwd=entry["directory"], capture_output=True, text=True
    )


def is_wanted(path):
    inside = os.path.relpath(path)
    return inside.startswith(("src/", "bench/")) and inside.endswith(".cc") and not inside.endswith("_test.cc")


def main():
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        entries = [entry for entry in json.load(file) if is_wanted(entry["file"])]
    precompiled = precompile(os.path.abspath(BUILD))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda entry: errors_of(entry, precompiled), entries):
            if result.returncode != 0:
                wrong += 1
                print(result.stderr)
    print(f"{len(entries)} sources, {wrong} that lack an include")
    return 1 if wrong or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
