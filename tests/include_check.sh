#!/bin/bash
# include_check.sh ROOT: do the includes in ROOT/src, ROOT/tracers and ROOT/slicer point down the house?
#
# base -> inputs -> models -> result, forecast -> report, serve -> cli. Models never include each other.
# Prints every include that points the wrong way and exits with 1 when there is one.
set -euo pipefail
cd "$1"

# Module: the modules whose headers it may include besides its own, or the headers.
allowed_for() {
  case $1 in
    base) echo '' ;;
    dat | reftrace | ndl | otf2 | regression | result | slicer) echo base ;;
    host) echo base dat ;;
    counters | countertrace | mpitrace) echo base otf2 ;;
    meter) echo base counters ;;
    memsim) echo base dat reftrace ;;
    netsim) echo base ndl mpitrace ;;
    scaling) echo base mpitrace ;;
    skeleton) echo base regression ;;
    forecast) echo base dat reftrace counters meter countertrace ndl mpitrace memsim netsim scaling latency skeleton countergen power result ;;
    report) echo base result ;;
    serve) echo base ;;
    latency) echo base counters result ;;
    power) echo base counters dat regression result meter/possible.h ;;
    countergen) echo base countertrace regression ;;
    cli) echo base dat host reftrace counters meter countertrace ndl mpitrace memsim netsim scaling latency skeleton countergen regression power result forecast report serve ;;
    # The private caches run inside the traced program.
    tracers) echo reftrace memsim mpitrace/record_file.h ;;
    *) return 1 ;;
  esac
}

module_of() {
  case $1 in
    src/hpcast/*/*) sed 's|^src/hpcast/||; s|/.*||' <<<"$1" ;;
    tracers/*) echo tracers ;;
    slicer/*) echo slicer ;;
    *) echo "$1" ;;
  esac
}

# check FILE LINE HEADER: says so when FILE may not include "hpcast/HEADER".
check() {
  local from to allowed
  from=$(module_of "$1")
  to=${3%%/*}
  [ "$from" != "$to" ] || return 0
  if ! allowed=$(allowed_for "$from"); then
    echo "$1:$2: module $from is not in the table of tests/include_check.sh"
  elif [[ " $allowed " != *" $to "* && " $allowed " != *" $3 "* ]]; then
    echo "$1:$2: $from may not include hpcast/$3 (it may include: ${allowed:-nothing})"
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
