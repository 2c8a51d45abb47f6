// Pointer chasing: programs whose sensitivity to the latency of memory is known beforehand.
//
//   chase CHAINS WORK FOOTPRINT [SECONDS] [OPTION...]     (default 1 second)
//   chase --probe FOOTPRINT [--small-pages]
//
// CHAINS (1 to 32) independent chains of dependent loads go round one random cycle of all 64-byte
// lines of FOOTPRINT (bytes, or a number with KiB, MiB or GiB behind it), evenly apart on it. A
// step is one load of each chain, then WORK (0 or more) multiply-adds, one after the other in
// floating point, which wait for no load: a core that looks ahead far enough does them while it
// waits.
//   --steps N          exactly N steps, for a trace; the time does not matter then
//   --stream PERCENT   so much of all accesses (0 to 99) reads a second array of FOOTPRINT bytes in
//                      order, 8 bytes an access
//   --parallel-work    the multiply-adds in four rows side by side (WORK must be a multiple of 4)
//   --integer-work     the multiply-adds one after the other in integers
//   --dependent-work   the work waits for the step's loads and the next loads wait for the work, so
//                      that nothing overlaps but the chains
//   --small-pages      no huge pages: TLB misses come on top of those of the caches
//   --probe FOOTPRINT  the time of one dependent load in that footprint, median of several rounds
//
// With 1, 2, 4, 8 or 16 chains their pointers are registers (of 16, some are spilled); another
// number keeps them in an array on the stack. Phases: init, warm, chase, check. Exit status: 1 when
// a chain is not where its number of steps takes it, 2 for wrong arguments, 3 when the memory is
// too small.
#include <getopt.h>
#include <string.h>

#include "chase/kernels.h"

struct request {
  int chains;
  enum work_kind kind;
  int dependent;
  long work;
  long stream_percent;
  size_t footprint;
  double seconds;
  long steps;  // 0: as `seconds` says
  enum page_wish pages;
  int probe;
};

static const char usage[] =
    "Usage: chase CHAINS WORK FOOTPRINT [SECONDS] [--steps N] [--stream PERCENT] [--parallel-work "
    "|\n"
    "             --integer-work] [--dependent-work] [--small-pages]\n"
    "       chase --probe FOOTPRINT [--small-pages]\n"
    "The head of workloads/chase.c says what they mean.\n";

static void refuse(const char* what, const char* argument) {
  fprintf(stderr, "chase: %s: '%s'\n%s", what, argument, usage);
  exit(2);
}

static long whole_number(const char* text, long least, long most, const char* what) {
  char* end;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) refuse(what, text);
  return value;
}

static size_t footprint_of(const char* text) {
  static const char* const units[] = {"", "KiB", "MiB", "GiB"};
  char* unit;
  const long value = strtol(text, &unit, 10);
  for (int i = 0; i < 4; ++i)
    if (strcmp(unit, units[i]) == 0 && value > 0 && value <= (1L << 40) >> 10 * i)
      return (size_t)value << 10 * i;
  refuse("FOOTPRINT is a number of bytes, or of KiB, MiB or GiB", text);
  return 0;
}

static double seconds_of(const char* text) {
  char* end;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value > 0 && value <= 1e6))
    refuse("SECONDS is above 0", text);
  return value;
}

static void read_option(struct request* request, int option) {
  switch (option) {
    case 's':
      request->steps = whole_number(optarg, 1, 1L << 50, "--steps is a positive whole number");
      break;
    case 'r':
      request->stream_percent = whole_number(optarg, 0, 99, "--stream is a whole number, 0 to 99");
      break;
    case 'p':
      request->kind = parallel_work;
      break;
    case 'i':
      request->kind = integer_work;
      break;
    case 'd':
      request->dependent = 1;
      break;
    case 'l':
      request->pages = small_pages;
      break;
    case 'o':
      request->probe = 1;
      request->footprint = footprint_of(optarg);
      break;
    case 'h':
      fputs(usage, stdout);
      exit(0);
    default:
      fputs(usage, stderr);
      exit(2);
  }
}

static void read_positions(struct request* request, int count, char** words) {
  if (count < 3 || count > 4) {
    fputs(usage, stderr);
    exit(2);
  }
  request->chains = (int)whole_number(words[0], 1, max_chains, "CHAINS is a number from 1 to 32");
  request->work = whole_number(words[1], 0, 1000000, "WORK is a number from 0 to 1000000");
  if (request->kind == parallel_work && request->work % 4 != 0)
    refuse("parallel WORK is a multiple of 4", words[1]);
  request->footprint = footprint_of(words[2]);
  if (count == 4) request->seconds = seconds_of(words[3]);
}

static struct request read_request(int argc, char** argv) {
  static const struct option options[] = {{"steps", required_argument, NULL, 's'},
                                          {"stream", required_argument, NULL, 'r'},
                                          {"parallel-work", no_argument, NULL, 'p'},
                                          {"integer-work", no_argument, NULL, 'i'},
                                          {"dependent-work", no_argument, NULL, 'd'},
                                          {"small-pages", no_argument, NULL, 'l'},
                                          {"probe", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  struct request request = {.chains = 1, .seconds = 1.0, .pages = huge_pages};
  int option;
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1)
    read_option(&request, option);
  if (!request.probe)
    read_positions(&request, argc - optind, argv + optind);
  else if (optind < argc)
    refuse("--probe takes no more than its footprint", argv[optind]);
  return request;
}

// What a run walks through.
struct field {
  struct node* nodes;
  long lines;
  uint64_t* ones;  // the stream's; NULL without one
  size_t bytes;    // of each of both
};

static void check_size(const struct request* r) {
  const long long needed = (long long)r->footprint * (r->stream_percent ? 2 : 1);
  if (r->footprint / line_bytes < (size_t)r->chains) {
    fprintf(stderr, "chase: %d chains need a footprint of at least %d bytes\n", r->chains,
            r->chains * line_bytes);
    exit(2);
  }
  if (needed <= most_of_memory()) return;
  fprintf(stderr, "chase: %lld bytes needed, more than the limit of %lld\n", needed,
          most_of_memory());
  exit(3);
}

static struct field make_field(const struct request* r, struct walk* walk) {
  struct field f = {.lines = (long)(r->footprint / line_bytes)};
  f.bytes = (size_t)f.lines * line_bytes;
  f.nodes = map_memory(f.bytes, r->pages);
  link_cycle(f.nodes, f.lines);
  if (!number_cycle(f.nodes, f.lines, r->chains, walk->at)) {
    fprintf(stderr, "chase: the lines are not one cycle\n");
    exit(1);
  }
  walk->chains = r->chains;
  walk->kind = r->kind;
  walk->dependent = r->dependent;
  walk->work.count = r->work;
  if (!r->stream_percent) return f;
  f.ones = map_memory(f.bytes, r->pages);
  const long length = (long)(f.bytes / sizeof *f.ones);
  for (long i = 0; i < length; ++i) f.ones[i] = 1;
  walk->stream = (struct stream){.ones = f.ones, .length = length};
  walk->stream.per_step = (uint64_t)stream_unit * (uint64_t)(r->chains * r->stream_percent) /
                          (uint64_t)(100 - r->stream_percent);
  return f;
}

// Every line once more, in the order of the measured part, so that what fits a cache lies in it.
static void warm(const struct field* f, const struct walk* walk) {
  struct walk once = *walk;
  once.work.count = 0;
  kernel_for(walk->chains)(&once, (f->lines + walk->chains - 1) / walk->chains);
}

// Goes on for about `limit` seconds, in batches that take a small part of it. Returns the steps.
static long walk_for(struct walk* walk, double limit) {
  void (*const kernel)(struct walk*, long) = kernel_for(walk->chains);
  const double start = seconds();
  long steps = 0, batch = 256;
  for (double took = 0.0; took < limit;) {
    kernel(walk, batch);
    steps += batch;
    const double before = took;
    took = seconds() - start;
    if (took - before < limit / 64) batch *= 2;
  }
  return steps;
}

// Each chain is as many lines along the cycle as it made steps, and the stream is all ones.
static int arrived(const struct field* f, const struct walk* walk, long steps) {
  for (int c = 0; c < walk->chains; ++c)
    if (walk->at[c]->position != (c * f->lines / walk->chains + steps) % f->lines) return 0;
  const uint64_t reads = (uint64_t)steps * walk->stream.per_step / stream_unit;
  return walk->stream.sum == reads;
}

static double checksum(const struct walk* walk) {
  double sum = (double)(walk->work.integer % 1000);
  for (int k = 0; k < 4; ++k) sum += walk->work.sums[k];
  for (int c = 0; c < walk->chains; ++c) sum += (double)walk->at[c]->position;
  return sum;
}

static void report_pages(const struct field* f) {
  const size_t bytes = f->ones ? 2 * f->bytes : f->bytes;
  const long of_nodes = huge_bytes(f->nodes, f->bytes);
  if (of_nodes < 0)
    printf("chase: huge pages: unknown, no /proc/self/smaps\n");
  else
    printf("chase: huge pages: %ld of %zu bytes\n",
           of_nodes + (f->ones ? huge_bytes(f->ones, f->bytes) : 0), bytes);
}

static void report(const struct request* r, const struct field* f, const struct walk* walk,
                   long steps, double took) {
  static const char* const kinds[] = {"serial", "parallel", "integer"};
  printf("chase: %d chains, work %ld %s%s, footprint %zu bytes, stream %ld %%\n", r->chains,
         r->work, kinds[r->kind], r->dependent ? " dependent" : "", f->bytes, r->stream_percent);
  printf(
      "chase: %ld steps, %ld loads, %llu stream reads, %.6f s, %.3f ns per step, checksum %.4f\n",
      steps, steps * r->chains, (unsigned long long)walk->stream.sum, took,
      1e9 * took / (double)steps, checksum(walk));
  report_pages(f);
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// The median is robust against what else the machine does for a moment.
static long probe(const struct field* f, struct walk* walk) {
  enum { rounds = 9 };
  double latency[rounds];
  long steps = 0;
  for (int i = 0; i < rounds; ++i) {
    const double start = seconds();
    const long made = walk_for(walk, 0.1);
    latency[i] = 1e9 * (seconds() - start) / (double)made;
    steps += made;
  }
  qsort(latency, rounds, sizeof latency[0], ascending);
  printf("chase: probe: footprint %zu bytes, latency %.3f ns, %.3f to %.3f ns in %d rounds\n",
         f->bytes, latency[rounds / 2], latency[0], latency[rounds - 1], rounds);
  report_pages(f);
  return steps;
}

int main(int argc, char** argv) {
  const struct request request = read_request(argc, argv);
  struct walk walk = {0};
  check_size(&request);

  hpcast_phase("init");
  const struct field field = make_field(&request, &walk);

  hpcast_phase("warm");
  warm(&field, &walk);

  hpcast_phase("chase");
  const double start = seconds();
  long steps = request.steps;
  if (request.probe)
    steps = probe(&field, &walk);
  else if (steps > 0)
    kernel_for(walk.chains)(&walk, steps);
  else
    steps = walk_for(&walk, request.seconds);
  const double took = seconds() - start;

  hpcast_phase("check");
  if (!request.probe) report(&request, &field, &walk, steps, took);
  if (arrived(&field, &walk, steps)) return 0;
  fprintf(stderr, "chase: a chain is not where %ld steps take it, or the stream was misread\n",
          steps);
  return 1;
}
