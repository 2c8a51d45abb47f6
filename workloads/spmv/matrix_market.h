// Reads Matrix Market files (Boisvert, Pozo, Remington, NISTIR 5935), coordinate and array, with
// symmetries expanded. Of complex matrices, the real part.
#pragma once

#include <ctype.h>
#include <errno.h>
#include <strings.h>

#include "matrix.h"

enum layout { coordinate_layout, array_layout };
enum field { real_field, pattern_field, complex_field };
enum symmetry { general, symmetric, skew_symmetric, hermitian };

struct market_file {
  const char* name;
  FILE* stream;
  char* text;  // the current line
  size_t space;
  long line;
  const char* at;  // the next word of the line
  enum layout layout;
  enum field field;
  enum symmetry symmetry;
};

__attribute__((noreturn)) static void bad_line(const struct market_file* f, const char* what) {
  fail(bad_input, "%s, line %ld: %s", f->name, f->line, what);
}

static int next_line(struct market_file* f) {
  errno = 0;
  const ssize_t length = getline(&f->text, &f->space, f->stream);
  if (length < 0 && ferror(f->stream)) fail(bad_input, "%s: %s", f->name, strerror(errno));
  if (length < 0) return 0;
  ++f->line;
  f->at = f->text;
  if (strlen(f->text) != (size_t)length) bad_line(f, "a zero byte");
  return 1;
}

static void skip_spaces(struct market_file* f) {
  while (isspace((unsigned char)*f->at)) ++f->at;
}

// The next line that says something.
static int next_data_line(struct market_file* f) {
  while (next_line(f)) {
    skip_spaces(f);
    if (*f->at != '\0' && *f->at != '%') return 1;
  }
  return 0;
}

static void end_word(struct market_file* f, const char* end, const char* what) {
  if (end == f->at || (*end != '\0' && !isspace((unsigned char)*end))) bad_line(f, what);
  f->at = end;
  skip_spaces(f);
}

static long long read_count(struct market_file* f, const char* what) {
  char* end;
  errno = 0;
  const long long value = strtoll(f->at, &end, 10);
  end_word(f, end, what);
  if (errno == ERANGE || value < 0) bad_line(f, what);
  return value;
}

static double read_value(struct market_file* f) {
  char* end;
  const double value = strtod(f->at, &end);
  end_word(f, end, "a value is missing or not a number");
  if (!isfinite(value)) bad_line(f, "a value is not finite");
  return value;
}

static void end_line(struct market_file* f) {
  if (*f->at != '\0') bad_line(f, "more on the line than belongs there");
}

// The place of the line's next word in `words`, -1 for another one.
static int read_word(struct market_file* f, const char* const* words, int count) {
  const size_t length = strcspn(f->at, " \t\r\n");
  for (int i = 0; i < count; ++i) {
    if (strlen(words[i]) != length || strncasecmp(f->at, words[i], length) != 0) continue;
    f->at += length;
    skip_spaces(f);
    return i;
  }
  return -1;
}

static int known_word(struct market_file* f, const char* const* words, int count,
                      const char* what) {
  const int word = read_word(f, words, count);
  if (word < 0) bad_line(f, what);
  return word;
}

static void read_header(struct market_file* f) {
  static const char* const banner[] = {"%%MatrixMarket"};
  static const char* const objects[] = {"matrix"};
  static const char* const layouts[] = {"coordinate", "array"};
  static const char* const fields[] = {"real", "pattern", "complex", "integer"};
  static const char* const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
  if (!next_line(f)) fail(bad_input, "%s: an empty file", f->name);
  if (read_word(f, banner, 1) < 0)
    bad_line(f,
             "not a Matrix Market file: it does not begin with %%MatrixMarket "
             "(one that is compressed must be decompressed first)");
  known_word(f, objects, 1, "the header says something else than 'matrix'");
  f->layout = known_word(f, layouts, 2, "neither 'coordinate' nor 'array'");
  const int field = known_word(f, fields, 4, "none of 'real', 'integer', 'pattern', 'complex'");
  f->field = field == 3 ? real_field : (enum field)field;
  f->symmetry =
      known_word(f, symmetries, 4, "none of 'general', 'symmetric', 'skew-symmetric', 'hermitian'");
  end_line(f);
  if (f->field == pattern_field && (f->layout == array_layout || f->symmetry == skew_symmetric))
    bad_line(f, "a pattern is neither an array nor skew-symmetric");
  if (f->symmetry == hermitian && f->field != complex_field)
    bad_line(f, "only complex matrices are hermitian");
}

// What lies on the other side of the diagonal; the real part of a hermitian matrix is symmetric.
static void add_expanded(struct market_file* f, struct entries* e, long row, long column,
                         double value) {
  add_entry(e, row, column, value);
  if (f->symmetry != general && row != column)
    add_entry(e, column, row, f->symmetry == skew_symmetric ? -value : value);
}

static double read_entry_value(struct market_file* f) {
  const double value = f->field == pattern_field ? 1.0 : read_value(f);
  if (f->field == complex_field) read_value(f);
  end_line(f);
  return value;
}

static long read_index(struct market_file* f, long n, const char* what) {
  const long long index = read_count(f, what);
  if (index < 1 || index > n) bad_line(f, what);
  return (long)index - 1;
}

static void read_entry(struct market_file* f, struct entries* e) {
  const long row = read_index(f, e->n, "the row is missing or not one of the matrix");
  const long column = read_index(f, e->n, "the column is missing or not one of the matrix");
  if (f->symmetry != general && column > row)
    bad_line(f, "above the diagonal; only what is below it is stored of a matrix with a symmetry");
  if (f->symmetry == skew_symmetric && column == row)
    bad_line(f, "on the diagonal of a skew-symmetric matrix");
  add_expanded(f, e, row, column, read_entry_value(f));
}

static void expect_data_line(struct market_file* f, long long read, long long announced) {
  if (!next_data_line(f))
    fail(bad_input, "%s ends after line %ld with %lld of %lld entries", f->name, f->line, read,
         announced);
}

// Column after column; with a symmetry, what lies on and below the diagonal. Zeros are left out.
static void read_array(struct market_file* f, struct entries* e) {
  const long long n = e->n, announced = f->symmetry == general          ? n * n
                                        : f->symmetry == skew_symmetric ? n * (n - 1) / 2
                                                                        : n * (n + 1) / 2;
  long long read = 0;
  for (long column = 0; column < n; ++column) {
    const long first = f->symmetry == general          ? 0
                       : f->symmetry == skew_symmetric ? column + 1
                                                       : column;
    for (long row = first; row < n; ++row) {
      expect_data_line(f, read++, announced);
      const double value = read_entry_value(f);
      if (value != 0.0) add_expanded(f, e, row, column, value);
    }
  }
}

static struct entries read_body(struct market_file* f) {
  if (!next_data_line(f)) fail(bad_input, "%s ends before the line with its size", f->name);
  const long long rows = read_count(f, "the number of rows is missing, negative or too large");
  const long long columns =
      read_count(f, "the number of columns is missing, negative or too large");
  long long announced = 0;
  if (f->layout == coordinate_layout)
    announced = read_count(f, "the number of entries is missing, negative or too large");
  end_line(f);
  if (rows < 1 || columns < 1) bad_line(f, "a matrix without rows or columns");
  if (rows != columns) bad_line(f, "not a square matrix, as LIS's formats need");
  if (rows >= INT_MAX || announced >= INT_MAX)
    bad_line(f, "more rows or entries than 32-bit indices can tell apart");
  struct entries e = no_entries(rows);
  if (f->layout == array_layout) {
    read_array(f, &e);
  } else {
    for (long long read = 0; read < announced; ++read) {
      expect_data_line(f, read, announced);
      read_entry(f, &e);
    }
  }
  if (next_data_line(f)) bad_line(f, "more entries than the size line announces");
  return e;
}

static struct matrix read_matrix_market(const char* name) {
  struct market_file f = {.name = name, .stream = fopen(name, "r")};
  if (!f.stream) fail(bad_input, "%s: %s", name, strerror(errno));
  read_header(&f);
  struct entries e = read_body(&f);
  if (f.field == complex_field) printf("spmv: %s is complex; this is its real part\n", name);
  free(f.text);
  fclose(f.stream);
  return matrix_of(&e);
}
