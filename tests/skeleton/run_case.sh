#!/bin/bash
# run_case.sh SLICER SOURCE [--update]: slices SOURCE, and compares what comes out, or the error, with
# SOURCE.expected: what was replaced and why not the rest, then how the text differs.
set -u
slicer=$1 source=$(realpath "$2")
cd "$(dirname "$source")" || exit 2
name=$(basename "$source")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=$(mpicc --showme:compile 2> /dev/null || mpicc -show | sed 's/^[^ ]*//')
{
  # shellcheck disable=SC2086
  if "$slicer" -o "$work/out" "$name" -- $flags 2>&1; then
    python3 - "$work/out/skeleton.json" << 'END'
import json, sys
plan = json.load(open(sys.argv[1]))
for region in plan["regions"]:
    print("region %d: lines %d to %d of %s%s" % (region["id"], region["line"], region["end_line"],
          region["function"], ", forced" if region["forced"] else ""))
    for feature in region["features"]:
        print("  ", feature["name"], "=", feature["expression"] or "?")
for kept in plan["kept"]:
    print("kept: line %d of %s" % (kept["line"], kept["function"]))
    for step in kept["why"]:
        print("   line %d %s" % (step["line"], step["text"]))
for warning in plan["warnings"]:
    print("warning: line %d: %s" % (warning["line"], warning["text"]))
    for step in warning["flow"]:
        print("   line %d %s" % (step["line"], step["text"]))
for gone in plan["not_allocated"]:
    print("not allocated: line %d %s" % (gone["line"], gone["name"]))
END
    diff "$name" "$work/out/$name"
  else
    echo "status $?"
  fi
} > "$work/found"
if [ "${3:-}" = --update ]; then
  cp "$work/found" "$name.expected"
else
  diff -u "$name.expected" "$work/found"
fi
