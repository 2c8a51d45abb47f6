// Files that the program reads again.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char data[1000];

static FILE* opened(const char* name, const char* how) {
  FILE* const file = fopen(name, how);
  if (file == NULL) exit(1);
  return file;
}

static int printed(const char* name) {
  int sum = 0, got = 0;
  for (int i = 0; i < 5; ++i) sum += i;
  FILE* file = fopen(name, "w");
  fprintf(file, "%d\n", sum);
  fclose(file);
  file = fopen(name, "r");
  fscanf(file, "%d", &got);
  fclose(file);
  return got;
}

static int whole(const char* name) {
  int numbers[4] = {0}, back[4] = {0};
  for (int i = 0; i < 4; ++i) numbers[i] = i + 2;
  FILE* file = opened(name, "wb+");
  fwrite(numbers, sizeof(int), 4, file);
  rewind(file);
  fread(back, sizeof(int), 4, file);
  fclose(file);
  return back[3];
}

static int raw(const char* name) {
  int number = 0, back = 0;
  for (int i = 0; i < 4; ++i) number += i;
  const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(file, &number, sizeof number);
  lseek(file, 0, SEEK_SET);
  read(file, &back, sizeof back);
  close(file);
  return back;
}

static int parallel(const char* name) {
  int number = 0, back = 0;
  for (int i = 0; i < 4; ++i) number += i;
  MPI_File file;
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, &back, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return back;
}

int main(int argc, char** argv) {
  int rank;
  char name[100];
  double x = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sprintf(name, "scratch%d", rank);
  MPI_Bcast(data, printed(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, whole(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, raw(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, parallel(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  remove(name);
  // Nobody reads that.
  for (int i = 0; i < 100; ++i) x += i;
  printf("%g\n", x);
  fprintf(stderr, "%g\n", x);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
