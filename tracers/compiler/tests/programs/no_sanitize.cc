// Functions that their author has exempted from ThreadSanitizer: a thousand reads of 8 bytes each.
static double data[1000];

#define READ_ALL                                   \
  {                                                \
    double sum = 0;                                \
    for (const double& value : data) sum += value; \
    return sum;                                    \
  }

__attribute__((noinline, no_sanitize("thread"))) static double gnu() READ_ALL
    __attribute__((noinline, no_sanitize_thread)) static double gnu_thread() READ_ALL
    __attribute__((noinline, __no_sanitize_thread__)) static double gnu_underscored() READ_ALL
    [[gnu::noinline, gnu::no_sanitize_thread]] static double bracketed() READ_ALL
#ifdef __clang__
    [[clang::no_sanitize("thread"), gnu::noinline]] static double named() READ_ALL
#else
    [[gnu::no_sanitize("thread"), gnu::noinline]] static double named() READ_ALL
#endif

    int main() {
  return gnu() + gnu_thread() + gnu_underscored() + bracketed() + named() == 0 ? 0 : 1;
}
