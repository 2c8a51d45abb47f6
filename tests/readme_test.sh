#!/bin/bash
# Does the README tell what the examples print? Every line of its `console` blocks that is no command
# must stand in an examples/*.out.   readme_test.sh REPOSITORY
set -u
cd "$1" || exit 1
wrong=0
while IFS= read -r line; do
  case $line in '$ '* | '…' | '') continue ;; esac
  grep -qF -- "$line" examples/*.out && continue
  echo "no example prints: $line"
  wrong=1
done < <(awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md)
# And every file it links to is there.
for target in $(grep -oE '\]\([^)#]+\)' README.md ARCHITECTURE.md docs/README.md examples/README.md |
  sed -E 's|^([^:]*):\]\((.*)\)$|\1=\2|'); do
  [ -e "$(dirname "${target%%=*}")/${target#*=}" ] || { echo "broken link: $target"; wrong=1; }
done
exit $wrong
