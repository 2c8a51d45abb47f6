/* library_locks OWN LIBRARY: locks a mutex OWN times, and a library (waiting_library.c) one LIBRARY
   times in a call that waits. */
#include <pthread.h>
#include <stdlib.h>

int MPI_Recv(void *buffer, int count, void *type, int source, int tag, void *communicator,
             void *status);

int main(int argc, char **argv) {
  if (argc != 3) return 1;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (int i = atoi(argv[1]); i > 0; --i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return MPI_Recv(NULL, atoi(argv[2]), NULL, 0, 0, NULL, NULL);
}
