#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  long data[8] = {0};
  void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
  if (library == NULL) {
    puts(dlerror());
    return 1;
  }
  long (*work)(long *, int) = (long (*)(long *, int))dlsym(library, "library_work");
  printf("%ld\n", work(data, 5000));
  return 0;
}
