// awkward WHAT: what programs may do that a tracer can easily get wrong. Exits with 3 if all is as
// it should be. Those that work make 1,000,000 loads in the phase "work".
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hpcast.h"

enum { page = 4096, pages = 100 };

static volatile double values[1000];
static double sum;
static void work(void) {
  hpcast_phase("work");
  for (int n = 0; n < 1000; ++n)
    for (int i = 0; i < 1000; ++i) sum += values[i];
  hpcast_phase("end");
}

static sigjmp_buf back;
static void jump_back(int number) { siglongjmp(back, number); }
static void work_in_handler(int number) {
  (void)number;
  work();
}

static int jump_out_of_wait(void) {
  signal(SIGALRM, jump_back);
  if (sigsetjmp(back, 1) == 0) {
    ualarm(10000, 0);
    sleep(100);
  }
  work();
  return 3;
}
static int handle_while_waiting(void) {
  sigset_t alarm_alone, before;
  sigemptyset(&alarm_alone);
  sigaddset(&alarm_alone, SIGALRM);
  signal(SIGALRM, work_in_handler);
  sigprocmask(SIG_BLOCK, &alarm_alone, &before);  // it comes in the wait, however late that begins
  ualarm(10000, 0);
  sigsuspend(&before);
  return 3;
}

// A write barrier: the handler unprotects the page and returns to the instruction.
static volatile long faults, touched;
static void unprotect(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  ++faults;
  mprotect((void *)((uintptr_t)info->si_addr & ~(uintptr_t)(page - 1)), page,
           PROT_READ | PROT_WRITE);
}
__attribute__((noinline)) static long touch(volatile long *at, long before) {
  ++touched;
  at[0] += before;
  ++touched;
  return before + at[0];
}
static int return_to_faulting_instruction(void) {
  const struct sigaction action = {.sa_sigaction = unprotect, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  char *const memory = mmap(NULL, pages * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long last = 1;
  for (int i = 0; i < pages; ++i) last = touch((volatile long *)(memory + i * page), last) % 1000;
  return faults == pages && touched == 2 * pages ? 3 : 1;
}

// Memory mapped twice: written here, executed there.
static int write_code_elsewhere(void) {
  const int file = memfd_create("code", 0);
  if (ftruncate(file, page) != 0) return 1;
  unsigned char *const written = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  unsigned char *const executed = mmap(NULL, page, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  for (unsigned char i = 0; i < 100; ++i) {
    const unsigned char return_i[] = {0xb8, i, 0, 0, 0, 0xc3};
    memcpy(written, return_i, sizeof return_i);
    if (((int (*)(void))executed)() != i) return 1;
  }
  return 3;
}

// Without the handlers of pthread_atfork: the child's calls must leave the parent's stream alone.
static void *run(void *unused) { return unused; }
static int fork_quietly(void) {
  const pid_t child = _Fork();
  if (child == 0) {
    pthread_t thread;
    usleep(10000);
    if (pthread_create(&thread, NULL, run, NULL) == 0 && pthread_join(thread, NULL) == 0) _exit(3);
    _exit(1);
  }
  work();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int call_main_again(char **arguments) {
  extern int main(int, char **);
  static int calls;
  int (*volatile again)(int, char **) = main;
  if (++calls < 3) return again(2, arguments);
  work();
  return 3;
}

// Loads whose value nobody looks at are loads: of 8 bytes, a hundred times ten.
static int load_in_vain(void) {
  hpcast_phase("work");
  for (int i = 0; i < 100; ++i)
    for (int k = 0; k < 10; ++k)
      __asm__ volatile("mov %0, %%rax\n\tmov %0, %%rax" : : "m"(values[k]) : "rax");
  hpcast_phase("end");
  return 3;
}

int main(int count, char **arguments) {
  const char *const what = count == 2 ? arguments[1] : "";
  if (strcmp(what, "jump") == 0) return jump_out_of_wait();
  if (strcmp(what, "handler") == 0) return handle_while_waiting();
  if (strcmp(what, "barrier") == 0) return return_to_faulting_instruction();
  if (strcmp(what, "code") == 0) return write_code_elsewhere();
  if (strcmp(what, "fork") == 0) return fork_quietly();
  if (strcmp(what, "main") == 0) return call_main_again(arguments);
  if (strcmp(what, "vain") == 0) return load_in_vain();
  if (strcmp(what, "trap") == 0) __builtin_trap();
  return 2;
}
