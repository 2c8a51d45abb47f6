// Pointers that MPI keeps: attributes of communicators, windows and types, the buffer for
// MPI_Bsend.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char data[1000];

static int kept(MPI_Comm comm, int* where) {
  int key, found, *same, *length = malloc(sizeof(int));
  *length = 1;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(comm, key, length);
  MPI_Comm_get_attr(comm, key, &same, &found);
  for (int i = 0; i < 5; ++i) *same += i;
  *where = key;
  const int count = *length;
  MPI_Comm_delete_attr(comm, key);
  free(length);
  return count;
}

static int of_type(void) {
  int key, found, length[2] = {1, 1}, *same;
  MPI_Datatype type;
  MPI_Type_contiguous(4, MPI_CHAR, &type);
  MPI_Type_commit(&type);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  MPI_Type_set_attr(type, key, length);
  MPI_Type_get_attr(type, key, &same, &found);
  for (int i = 0; i < 5; ++i) same[1] += i;
  MPI_Type_free(&type);
  return length[1];
}

static int old(MPI_Comm comm) {
  int key, found, length = 1, *same;
  MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
  MPI_Attr_put(comm, key, &length);
  MPI_Attr_get(comm, key, &same, &found);
  for (int i = 0; i < 5; ++i) *same += i;
  MPI_Attr_delete(comm, key);
  return length;
}

static int buffered(void) {
  int size, *room = malloc(4096), *back;
  room[0] = 0;
  MPI_Buffer_attach(room, 4096);
  MPI_Buffer_detach(&back, &size);
  back[0] = 1;
  for (int i = 0; i < 5; ++i) back[0] += i;
  const int count = room[0];
  free(room);
  return count;
}

int main(int argc, char** argv) {
  int key;
  double x = 0;
  MPI_Init(&argc, &argv);
  MPI_Bcast(data, kept(MPI_COMM_WORLD, &key), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, of_type(), MPI_CHAR, 0, MPI_COMM_WORLD);
#ifdef OLD
  MPI_Bcast(data, old(MPI_COMM_WORLD), MPI_CHAR, 0, MPI_COMM_WORLD);
#endif
  MPI_Bcast(data, buffered(), MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 100; ++i) x += i;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%g\n", x);
  MPI_Finalize();
  return 0;
}
