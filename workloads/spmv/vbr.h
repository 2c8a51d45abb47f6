// Variable block row. As LIS does when nobody gives it a partition, rows and columns are cut where
// in any row a run of neighbouring nonzeros begins or ends. A block's values lie column after
// column.
#pragma once

#include "blocks.h"

struct vbr {
  long n, lines;
  int* rows;          // where block row b begins
  int* columns;       // the same of block columns; the same numbers, but LIS has both
  int* line_start;    // the blocks of block row b are [line_start[b], line_start[b + 1])
  int* block_column;  // of each block
  int* value_start;   // of each block
  double* value;
};

struct partition {
  long lines;
  int* begin;  // lines + 1
  int* part;   // of each row
};

static void mark_run_ends(const struct matrix* m, char* cut) {
  for (long k = 0; k < m->nonzeros; ++k) {
    const int follows = k > 0 && m->row[k - 1] == m->row[k] && m->column[k - 1] + 1 == m->column[k];
    const int goes_on =
        k + 1 < m->nonzeros && m->row[k + 1] == m->row[k] && m->column[k + 1] == m->column[k] + 1;
    if (!follows) cut[m->column[k]] = 1;
    if (!goes_on) cut[m->column[k] + 1] = 1;
  }
}

static struct partition vbr_partition(const struct matrix* m) {
  char* cut = scratch(m->n + 1, 1);
  mark_run_ends(m, cut);
  struct partition p = {0, scratch(m->n + 1, sizeof(int)), scratch(m->n, sizeof(int))};
  for (long i = 0; i < m->n; ++i) {
    if (i == 0 || cut[i]) p.begin[p.lines++] = (int)i;
    p.part[i] = (int)p.lines - 1;
  }
  p.begin[p.lines] = (int)m->n;
  free(cut);
  return p;
}

static void free_partition(struct partition* p) {
  free(p->begin);
  free(p->part);
}

static long part_size(const struct partition* p, long line) {
  return p->begin[line + 1] - p->begin[line];
}

static long long vbr_values(const struct partition* p, const struct block_list* list) {
  long long values = 0;
  for (long b = 0; b < list->count; ++b)
    values = plus(values, times(part_size(p, list->row[b]), part_size(p, list->column[b])));
  return values;
}

static long long vbr_bytes(const struct matrix* m) {
  struct partition p = vbr_partition(m);
  struct block_list list = find_blocks(m, p.part, p.lines);
  const long long values = vbr_values(&p, &list);
  const long long bytes =
      plus(3 * ints(p.lines + 1) + 2 * ints(list.count) + ints(1), doubles(values));
  free_blocks(&list);
  free_partition(&p);
  return values > INT_MAX ? LLONG_MAX : bytes;  // its value_start could not tell them apart
}

static void vbr_set_values(const struct vbr* a, const struct matrix* m, const struct partition* p,
                           const struct block_list* list) {
  for (long k = 0; k < m->nonzeros; ++k) {
    const long b = list->of_nonzero[k], row = list->row[b], column = list->column[b];
    const long at =
        (m->column[k] - p->begin[column]) * part_size(p, row) + m->row[k] - p->begin[row];
    a->value[a->value_start[b] + at] = m->value[k];
  }
}

static void* vbr_convert(const struct matrix* m) {
  struct partition p = vbr_partition(m);
  struct block_list list = find_blocks(m, p.part, p.lines);
  int* start = starts_of(list.row, list.count, p.lines);
  const struct vbr a = {m->n,
                        p.lines,
                        copy_to_storage(p.begin, ints(p.lines + 1)),
                        copy_to_storage(p.begin, ints(p.lines + 1)),
                        copy_to_storage(start, ints(p.lines + 1)),
                        copy_to_storage(list.column, ints(list.count)),
                        storage_array(ints(list.count + 1)),
                        zeroed_storage(doubles(vbr_values(&p, &list)))};
  long at = 0;
  for (long b = 0; b < list.count; ++b) {
    a.value_start[b] = (int)at;
    at += part_size(&p, list.row[b]) * part_size(&p, list.column[b]);
  }
  a.value_start[list.count] = (int)at;
  vbr_set_values(&a, m, &p, &list);
  free(start);
  free_blocks(&list);
  free_partition(&p);
  return new_record(&a, sizeof a);
}

static void vbr_multiply(const void* storage, const double* restrict x, double* restrict y) {
  const struct vbr a = *(const struct vbr*)storage;
  clear(y, a.n);
  for (long line = 0; line < a.lines; ++line)
    for (long b = a.line_start[line]; b < a.line_start[line + 1]; ++b) {
      const long column = a.block_column[b];
      long k = a.value_start[b];
      for (long j = a.columns[column]; j < a.columns[column + 1]; ++j)
        for (long i = a.rows[line]; i < a.rows[line + 1]; ++i) y[i] += a.value[k++] * x[j];
    }
}
