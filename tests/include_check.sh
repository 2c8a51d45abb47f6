#!/bin/bash
# include_check.sh ROOT: do the includes in ROOT/src, ROOT/tracers and ROOT/slicer point down the house?
#
# base -> inputs -> models -> result, forecast -> report, serve -> cli. Models never include each other.
# Prints every include that points the wrong way and exits with 1 when there is one.
set -euo pipefail
cd "$1"

# Module: the modules whose headers it may include besides its own, or the headers.
declare -A allowed=(
  [base]=''
  [dat]=base [reftrace]=base [ndl]=base [otf2]=base [regression]=base [result]=base [slicer]=base
  [host]='base dat'
  [calibrate]='base dat host'
  [netcal]='base ndl'
  [counters]='base otf2' [countertrace]='base otf2' [mpitrace]='base otf2'
  [meter]='base counters'
  [blocks]='base reftrace'
  [memsim]='base dat reftrace blocks'
  [coretime]='base dat reftrace blocks'
  [netsim]='base ndl mpitrace'
  [scaling]='base mpitrace'
  [skeleton]='base regression'
  [forecast]='base dat reftrace blocks counters meter countertrace ndl netcal mpitrace memsim coretime netsim scaling latency skeleton countergen power result'
  [report]='base result'
  [serve]=base
  [latency]='base counters result'
  [power]='base counters dat regression result meter/possible.h'
  [countergen]='base counters countertrace regression'
  [cli]='base dat host calibrate reftrace blocks counters meter countertrace ndl netcal mpitrace memsim coretime netsim scaling latency skeleton countergen regression power result forecast report serve'
  # The private caches run inside the traced program.
  [tracers]='reftrace memsim blocks base/instruction_names.h mpitrace/record_file.h'
)

# check FILE LINE HEADER: says so when FILE may not include "hpcast/HEADER".
check() {
  local from=${1#src/hpcast/} to=${3%%/*}
  from=${from%%/*}
  [ "$from" != "$to" ] || return 0
  if [ ! -v "allowed[$from]" ]; then
    echo "$1:$2: module $from is not in the table of tests/include_check.sh"
  elif [[ " ${allowed[$from]} " != *" $to "* && " ${allowed[$from]} " != *" $3 "* ]]; then
    echo "$1:$2: $from may not include hpcast/$3 (it may include: ${allowed[$from]:-nothing})"
  else
    return 0
  fi
  wrong=$((wrong + 1))
}

roots=(src)
for folder in tracers slicer; do [ ! -d $folder ] || roots+=($folder); done
wrong=0
while IFS=: read -r file line header; do
  check "$file" "$line" "$header"
done < <(grep -rnoE --include='*.cc' --include='*.c' --include='*.h' \
  '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]hpcast/[^">]+' "${roots[@]}" |
  sed -E 's|:[[:space:]]*#[[:space:]]*include[[:space:]]*["<]hpcast/|:|')
[ $wrong -eq 0 ]
