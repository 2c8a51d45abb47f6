#!/bin/bash
# Does the README tell what the examples print? What its `console` blocks show of a command's output must
# stand so, line after line, in an examples/*.out; what is left out is a line with … there.
#   readme_test.sh REPOSITORY
set -u
cd "$1" || exit 1
wrong=0
shopt -s nullglob

is_printed() {  # LINES
  local file
  for file in examples/*.out; do
    [[ $'\n'$(<"$file")$'\n' == *"$1"$'\n'* ]] && return
  done
  return 1
}

shown=
end_of_shown() {
  shown=${shown%$'\n'}
  is_printed "$shown" || { printf 'no example prints:\n%s\n' "$shown"; wrong=1; }
  shown=
}

while IFS= read -r line; do
  case $line in
    '$ '* | '…' | '```') [ -z "$shown" ] || end_of_shown ;;
    *) shown+=$line$'\n' ;;
  esac
done < <(awk '/^```console$/ { inside = 1; next } inside; /^```$/ { inside = 0 }' README.md)
# And every file it links to is there.
for target in $(grep -oE '\]\([^)#]+\)' README.md ARCHITECTURE.md docs/README.md examples/README.md |
  sed -E 's|^([^:]*):\]\((.*)\)$|\1=\2|'); do
  [ -e "$(dirname "${target%%=*}")/${target#*=}" ] || { echo "broken link: $target"; wrong=1; }
done
exit $wrong
