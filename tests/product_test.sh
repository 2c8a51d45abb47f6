#!/bin/bash
# product_test.sh BUILD: what ./run builds is all that hpcast needs beside it.
set -euo pipefail
build=$1
needed=$(ninja -C "$build" -t query product)
missing=0
for file in "$build"/bin/hpcast "$build"/lib/hpcast/*.so; do
  grep -qx " *${file#"$build"/}" <<<"$needed" || {
    echo "./run does not build ${file#"$build"/}"
    missing=1
  }
done
exit $missing
