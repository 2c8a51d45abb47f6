/* Errors of the dynamic linker's that nobody asks for: their texts are freed in its next call, or
   never. And a piece of memory of its own, large enough to be given back. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void look_in_vain(void) {
  dlsym(RTLD_DEFAULT, "no_such_symbol");
  dlsym(RTLD_DEFAULT, "no_such_symbol_either");
}

int main(void) {
  void *volatile piece = malloc(40 << 20);
  *(char *)piece = 1;
  dlopen("libno_such_library.so", RTLD_NOW);
  piece = realloc(piece, 50 << 20);
  dlopen("libno_such_library_either.so", RTLD_NOW);
  errno = 77;
  free(piece);
  printf("%d %s\n", errno, dlerror());
  return errno != 77;
}
