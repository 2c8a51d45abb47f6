/* Stands for an MPI library: a call that looks so many times whether something has come, and locks
   what it looks at each time. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int MPI_Recv(void *buffer, int count, void *type, int source, int tag, void *communicator,
             void *status) {
  (void)buffer, (void)type, (void)source, (void)tag, (void)communicator, (void)status;
  for (int i = 0; i < count; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
