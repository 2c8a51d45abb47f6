#!/bin/bash
# architecture_test.sh ROOT: is there all that ROOT/ARCHITECTURE.md names?
#
# What is looked for: paths (`netsim/ranks.h`, from the root or from src/hpcast, where the floor may be left out) and,
# in the table of rooms, the files to start reading at, which lie in that room. Every room has its row.
set -euo pipefail
cd "$1"
missing=0

# there FOLDER PATH: does a file or folder match that, seen from FOLDER, the root or a floor?
there() {
  local folder
  for folder in "$1" . src/hpcast src/hpcast/base src/hpcast/inputs src/hpcast/models src/hpcast/faces viewer/src; do
    ! compgen -G "$folder/$2" >/dev/null || return 0
    [ ! -f "$folder/$2.cc" ] || return 0  # a benchmark, as it is called
  done
  return 1
}

# words TEXT: those in backticks, one a line.
words() { grep -oE '`[^`]+`' <<<"$1" | tr -d '`' || true; }

line=0
while IFS= read -r text; do
  line=$((line + 1))
  folder=.
  if [[ $text =~ ^\|\ \`([a-z/]+)\`\ \|.*\|.*\|$ ]]; then folder=${BASH_REMATCH[1]}; fi
  while IFS= read -r word; do
    case $word in
      '' | *NAME* | *' '* | *[!A-Za-z0-9_./*-]*) continue ;;
      */* | *.h | *.cc | *.c) [[ $word == */* || $folder == src/hpcast/* ]] || continue ;;
      *) continue ;;
    esac
    there "$folder" "$word" || { echo "ARCHITECTURE.md:$line: there is no $word" && missing=1; }
  done < <(words "$text")
done <ARCHITECTURE.md

while IFS=: read -r room _; do
  [ -d "src/hpcast/$room" ] || continue
  case $room in answers/* | forecast/* | faces/*/*) continue ;; esac
  grep -qF "| \`src/hpcast/$room\` |" ARCHITECTURE.md ||
    { echo "ARCHITECTURE.md: no row for src/hpcast/$room" && missing=1; }
done < <(grep -E '^[a-z0-9/]+:' src/hpcast/rooms.txt)
[ $missing -eq 0 ]
