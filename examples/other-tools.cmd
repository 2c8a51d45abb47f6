# A trace need not come from hpcast-cc: `hpcast trace convert` reads what valgrind's lackey and Pin's
# pinatrace print, and lines ADDRESS SIZE R|W as any script can print them. Here, a matrix of 256 x 256
# doubles is read along its rows, and along its columns.
matrix() {
  awk -v order=$1 'BEGIN {
    for (i = 0; i < 256; ++i)
      for (j = 0; j < 256; ++j) print 8 * (order == "rows" ? 256 * i + j : 256 * j + i), 8, "R"
  }'
}
for order in rows columns; do
  matrix $order | hpcast trace convert - --format text -o $order.trace | sed 's/, .*//'
  echo "$order: $(hpcast memory i7-7700k $order.trace | head -n 1)"
done
