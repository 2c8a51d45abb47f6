// Open MPI: its functions for point-to-point messages stand in a table that can be written to.
#include <stdio.h>
#include <string.h>

#include "probe.h"

typedef int (*send_function)(const void*, size_t, void*, int, int, int, void*);
typedef int (*isend_function)(const void*, size_t, void*, int, int, int, void*, void**);

// struct mca_pml_base_module_1_0_1_t of Open MPI 4 up to what is needed, by its ompi/mca/pml/pml.h.
struct table {
  void* others[9];
  isend_function isend_init, isend;
  send_function send;
};
extern struct table mca_pml;
static struct table original;

static int my_isend_init(const void* data, size_t count, void* type, int peer, int tag, int mode,
                         void* communicator, void** request) {
  heard((long)count, (MPI_Datatype)type, peer);
  return original.isend_init(data, count, type, peer, tag, mode, communicator, request);
}
static int my_isend(const void* data, size_t count, void* type, int peer, int tag, int mode,
                    void* communicator, void** request) {
  heard((long)count, (MPI_Datatype)type, peer);
  return original.isend(data, count, type, peer, tag, mode, communicator, request);
}
static int my_send(const void* data, size_t count, void* type, int peer, int tag, int mode,
                   void* communicator) {
  heard((long)count, (MPI_Datatype)type, peer);
  return original.send(data, count, type, peer, tag, mode, communicator);
}

void listen_in(void) {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  original = mca_pml;
  mca_pml.isend_init = my_isend_init;
  mca_pml.isend = my_isend;
  mca_pml.send = my_send;
}

static void set(const char* collective, const char* what, int value, int* is_set) {
  char name[256];
  int index = 0, count = 0, found = 0;
  MPI_T_cvar_handle handle;
  snprintf(name, sizeof name, "coll_tuned_%s_algorithm%s", collective, what);
  if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS ||
      MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS) {
    if (value == 0) return;
    fprintf(stderr, "Open MPI has no %s\n", name);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return;
  }
  // Some can be set by the environment alone.
  if (MPI_T_cvar_write(handle, &value) != MPI_SUCCESS &&
      (MPI_T_cvar_read(handle, &found) != MPI_SUCCESS || found != value))
    *is_set = 0;
  MPI_T_cvar_handle_free(&handle);
}

int force(const char* collective, int algorithm, int segment) {
  int is_set = 1;
  set(collective, "", algorithm, &is_set);
  set(collective, "_segmentsize", segment, &is_set);
  return is_set;
}
