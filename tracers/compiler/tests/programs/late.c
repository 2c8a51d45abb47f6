// What runs last: destructors of the program, which themselves come last of all, and of a library.
// Each writes 100 numbers.
static volatile long numbers[100];
static void write_numbers(void) {
  for (int i = 0; i < 100; ++i) numbers[i] = i;
}

#if defined(LIBRARY)
__attribute__((destructor)) static void leave_library(void) { write_numbers(); }
void enter_library(void) {}
#else
__attribute__((destructor(101))) static void leave(void) { write_numbers(); }
#ifdef WITH_LIBRARY
void enter_library(void);
int main(void) { enter_library(); }
#else
int main(void) {}
#endif
#endif
