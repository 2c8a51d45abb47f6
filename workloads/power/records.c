// A mix of what programs without floating point do, of the kind of Dhrystone: records assigned,
// strings written, compared and copied, small functions called, choices among a few cases, tables,
// a division now and then.
//
//   records [ACCOUNTS] [--seconds S | --repetitions N]     (default 64, up to 10000)
//
// Each thread keeps a ledger of ACCOUNTS accounts. A repetition is 1000 entries in it: the name of
// the account is written, found among the accounts, its record copied, changed by kind and put
// back. After a million entries all accounts begin anew. After A. Kuroda et al. (2015),
// section 3.1, loop 6. Phases: init, records, check. Exit status: 1 where a ledger does not hold
// what adding up the entries without all that gives.
#include "run.h"

enum { entries_each = 1000, most_entries = 1000000, name_bytes = 24, most_accounts = 10000 };
enum kind { deposit, withdrawal, interest, kinds };

struct account {
  char name[name_bytes];
  struct account* next;  // with the same hash
  enum kind last;
  int64_t balance;
  uint32_t changes;
};

struct ledger {
  long entry;  // so many have been made
  struct account accounts[most_accounts];
  struct account* by_hash[256];
  uint32_t by_kind[kinds]
                  [16];  // how many entries of a kind had an amount that ends with these bits
};

struct ledgers {
  long accounts;
  struct ledger* of_thread;
};

NOINLINE void write_name(char* name, long number) {
  memcpy(name, "account number ", 15);
  for (int digit = 5; digit > 0; number /= 10) name[14 + digit--] = (char)('0' + number % 10);
  name[20] = '\0';
}

NOINLINE unsigned hash_of(const char* name) {
  unsigned hash = 0;
  for (; *name; ++name) hash = hash * 31 + (unsigned char)*name;
  return hash % 256;
}

NOINLINE struct account* find(const struct ledger* l, const char* name) {
  struct account* a = l->by_hash[hash_of(name)];
  while (a && strcmp(a->name, name) != 0) a = a->next;
  return a;
}

static int64_t amount_of(long entry) { return entry * 7919 % 1000 + 1; }
static enum kind kind_of(long entry) { return (enum kind)(entry % 5 % kinds); }

// The balance stays bounded: interest brings it back towards 0.
static int64_t changed(int64_t balance, enum kind kind, int64_t amount) {
  switch (kind) {
    case deposit:
      return balance + amount;
    case withdrawal:
      return balance - amount;
    default:
      return balance - balance / 16;
  }
}

NOINLINE void make_entry(struct ledger* l, long accounts) {
  const long entry = l->entry++;
  const int64_t amount = amount_of(entry);
  char name[name_bytes];
  write_name(name, entry % accounts);
  struct account* const place = find(l, name);
  struct account copy = *place;
  copy.last = kind_of(entry);
  copy.balance = changed(copy.balance, copy.last, amount);
  ++copy.changes;
  ++l->by_kind[copy.last][amount % 16];
  *place = copy;
}

static void begin_anew(struct ledger* l, long accounts) {
  l->entry = 0;
  memset(l->by_kind, 0, sizeof l->by_kind);
  for (long i = 0; i < accounts; ++i) l->accounts[i].balance = l->accounts[i].changes = 0;
}

static void repeat(void* data, long count) {
  const struct ledgers* const all = data;
#pragma omp parallel
  for (long r = 0; r < count; ++r) {
    struct ledger* const l = all->of_thread + omp_get_thread_num();
    if (l->entry == most_entries) begin_anew(l, all->accounts);
    for (int e = 0; e < entries_each; ++e) make_entry(l, all->accounts);
  }
}

static void open_ledgers(struct ledgers* all, int threads) {
  all->of_thread = page_aligned((size_t)threads * sizeof(struct ledger));
  memset(all->of_thread, 0, (size_t)threads * sizeof(struct ledger));
  for (int t = 0; t < threads; ++t)
    for (long i = 0; i < all->accounts; ++i) {
      struct ledger* const l = all->of_thread + t;
      struct account* const a = l->accounts + i;
      write_name(a->name, i);
      a->next = l->by_hash[hash_of(a->name)];
      l->by_hash[hash_of(a->name)] = a;
    }
}

static long wrong_accounts(const struct ledgers* all, int threads) {
  long wrong = 0;
  uint32_t by_kind[kinds][16] = {{0}};
  int64_t* const balance = calloc((size_t)all->accounts, sizeof *balance);
  uint32_t* const changes = calloc((size_t)all->accounts, sizeof *changes);
  if (!balance || !changes) return -1;
  for (long e = 0; e < all->of_thread->entry; ++e) {
    balance[e % all->accounts] = changed(balance[e % all->accounts], kind_of(e), amount_of(e));
    ++changes[e % all->accounts];
    ++by_kind[kind_of(e)][amount_of(e) % 16];
  }
  for (int t = 0; t < threads; ++t) {
    for (long i = 0; i < all->accounts; ++i) {
      const struct account* const a = all->of_thread[t].accounts + i;
      wrong += a->balance != balance[i] || a->changes != changes[i];
    }
    wrong += memcmp(all->of_thread[t].by_kind, by_kind, sizeof by_kind) != 0;
  }
  free(balance);
  free(changes);
  return wrong;
}

int main(int argc, char** argv) {
  const struct arguments a = read_arguments(argc, argv, "records", "[ACCOUNTS]", 0, 1);
  struct ledgers all = {0};
  all.accounts = whole_number(&a, 0, 64, 1, most_accounts, "ACCOUNTS is a number up to 10000");
  const int threads = omp_get_max_threads();

  hpcast_phase("init");
  open_ledgers(&all, threads);

  hpcast_phase("records");
  const struct duration took = go_on(&a, repeat, &all);

  hpcast_phase("check");
  const double made = (double)entries_each * threads * (double)took.repetitions / took.seconds;
  printf("records: %ld accounts a thread, %ld repetitions, %.3f M entries/s, first balance %lld\n",
         all.accounts, took.repetitions, 1e-6 * made,
         (long long)all.of_thread->accounts[0].balance);
  const long wrong = wrong_accounts(&all, threads);
  if (wrong) fprintf(stderr, "records: %ld accounts are wrong\n", wrong);
  return wrong != 0;
}
