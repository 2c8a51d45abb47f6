// Values that functions of C's library put elsewhere: %n, errno, what getopt says; pointers that
// are copied as numbers with a point.
#include <errno.h>
#include <getopt.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char data[1000];

static int length_of(int number) {
  int length = 0, other = 0;
  char text[100];
  for (int i = 0; i < 3; ++i) number *= 10;
  sprintf(text, "%d%n", number, &length);
  printf("%-*d%%n%n\n", 3, number, &other);
  return length + other;
}

static void say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
}

static int passed_on(int number) {
  int length = 0;
  for (int i = 0; i < 2; ++i) number *= 10;
  say("%d%n\n", number, &length);
  return length;
}

static int failed(const char* text) {
  char number[50] = "";
  for (int i = 0; i < 40; ++i) strcat(number, text);
  errno = 0;
  strtol(number, NULL, 10);
  return errno == ERANGE ? 7 : 2;
}

static int chosen(void) {
  char sizes[20];
  int n = 0, flag = 0, c;
  for (int i = 0; i < 5; ++i) n += i;
  sprintf(sizes, "%d", n);
  char* arguments[] = {"program", "-n", sizes, "--set", NULL};
  const struct option options[] = {{"set", no_argument, &flag, 3}, {NULL, 0, NULL, 0}};
  optind = 1;
  while ((c = getopt_long(4, arguments, "n:", options, NULL)) != -1)
    if (c == 'n') n = atoi(optarg);
  return n + flag + optind;
}

static int disguised(void) {
  int number = 1, *pointer = &number, *again;
  double as_double, copy[1];
  memcpy(&as_double, &pointer, sizeof pointer);
  copy[0] = as_double;
  memcpy(&again, copy, sizeof again);
  for (int i = 0; i < 5; ++i) *again += i;
  return number;
}

int main(int argc, char** argv) {
  double x = 0;
  MPI_Init(&argc, &argv);
  MPI_Bcast(data, length_of(argc), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, passed_on(argc), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, failed("12"), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, chosen(), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, disguised(), MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 100; ++i) x += i;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", x);
  MPI_Finalize();
  return 0;
}
