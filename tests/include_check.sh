#!/bin/bash
# include_check.sh ROOT: do the includes in ROOT/src, ROOT/tracers and ROOT/slicer keep to the table of rooms?
#
# The table is src/hpcast/rooms.txt. Prints every include that it does not allow, and every line of it that
# breaks its own rules, and exits with 1 when there is one.
set -euo pipefail
cd "$1"

declare -A allowed  # by room: " a b …", rooms and headers
wrong=0
complain() {
  echo "$1"
  wrong=$((wrong + 1))
}

# room_of FOLDER: puts into $room what others call the room in that folder.
room_of() {
  local name=${1#src/hpcast/}
  case $name in
    tracers/*) name=tracers ;;
    slicer/*) name=slicer ;;
  esac
  name=${name#inputs/} name=${name#models/} name=${name#faces/} name=${name/#base\//}
  room=${name//\//_}
}

# read_table FILE: fills `allowed`, and finds what points up.
read_table() {
  local line=0 folder rooms listed
  declare -A is_model
  while IFS= read -r text; do
    line=$((line + 1))
    [[ $text == *:* && $text != \#* ]] || continue
    folder=${text%%:*} rooms=${text#*:}
    for listed in $rooms; do
      if [[ $listed != */* && ! -v "allowed[$listed]" ]]; then
        complain "$1:$line: $folder lists $listed, which stands in no line above"
      elif [[ $folder == models/* && -v "is_model[$listed]" ]]; then
        complain "$1:$line: $folder lists $listed: models do not include each other"
      fi
    done
    room_of "$folder"
    [[ $folder != models/* ]] || is_model[$room]=1
    allowed[$room]=" $rooms "
  done <"$1"
}

# check FILE LINE HEADER: says so when FILE may not include "hpcast/HEADER".
check() {
  local room from to
  room_of "${1%/*}"
  from=$room
  room_of "${3%/*}"
  to=$room
  [ "$from" != "$to" ] || return 0
  if [ ! -v "allowed[$from]" ]; then
    complain "$1:$2: there is no room ${1%/*} in src/hpcast/rooms.txt"
  elif [[ ${allowed[$from]} != *" $to "* && ${allowed[$from]} != *" $to/${3##*/} "* ]]; then
    complain "$1:$2: $from may not include hpcast/$3 (it may include:${allowed[$from]% })"
  fi
}

roots=(src)
for folder in tracers slicer; do [ ! -d $folder ] || roots+=($folder); done
read_table src/hpcast/rooms.txt
while IFS=: read -r file line header; do
  check "$file" "$line" "$header"
done < <(grep -rnoE --include='*.cc' --include='*.c' --include='*.h' \
  '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]hpcast/[^">]+' "${roots[@]}" |
  sed -E 's|:[[:space:]]*#[[:space:]]*include[[:space:]]*["<]hpcast/|:|')
[ $wrong -eq 0 ]
