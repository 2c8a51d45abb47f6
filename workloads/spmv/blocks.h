// Which blocks of a partitioned matrix hold nonzeros: what BSR, BSC and VBR are made of. Rows and
// columns have the same partition.
#pragma once

#include "storage.h"

// The blocks by block rows, and in one by the first of its nonzeros, as LIS has them.
struct block_list {
  long count;
  int* row;
  int* column;
  int* of_nonzero;  // the block in which a nonzero of the matrix lies
};

// `part` says in which of `lines` parts a row or column lies.
static struct block_list find_blocks(const struct matrix* m, const int* part, long lines) {
  struct block_list list = {0, scratch(m->nonzeros, sizeof(int)), scratch(m->nonzeros, sizeof(int)),
                            scratch(m->nonzeros, sizeof(int))};
  int* latest = scratch(lines, sizeof *latest);  // 1 + the last block that was found in a column
  long first = 0;                                // of the current block row
  for (long k = 0; k < m->nonzeros; ++k) {
    const int row = part[m->row[k]], column = part[m->column[k]];
    if (list.count > 0 && list.row[list.count - 1] != row) first = list.count;
    if (latest[column] <= first) {
      list.row[list.count] = row;
      list.column[list.count] = column;
      latest[column] = (int)++list.count;
    }
    list.of_nonzero[k] = latest[column] - 1;
  }
  free(latest);
  return list;
}

static void free_blocks(struct block_list* list) {
  free(list->row);
  free(list->column);
  free(list->of_nonzero);
}

// Partitions into pairs, for 2 x 2 blocks.
static int* pairs(long n) {
  int* part = scratch(n, sizeof *part);
  for (long i = 0; i < n; ++i) part[i] = (int)(i / block);
  return part;
}
