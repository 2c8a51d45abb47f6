// Exceptions through functions that do not know of them, coroutines, objects with destructors.
// Prints results.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  ~Numbers() { handle.destroy(); }
};

Numbers squares(int n) {
  std::vector<int> kept(n);
  for (int i = 0; i < n; ++i) {
    kept[i] = i * i;
    co_yield kept[i];
  }
  throw n;
}

struct Counted {
  int& count;
  explicit Counted(int& c) : count(c) { ++count; }
  ~Counted() { count += 100; }
};

[[gnu::noinline]] void innermost(int depth) {
  if (depth % 3 == 0) throw std::string("three");
  if (depth % 3 == 1) throw depth;
  throw std::exception();
}
[[gnu::noinline]] void unaware(int depth) {
  if (depth == 0) return innermost(depth);
  volatile int kept[8] = {depth};
  innermost(kept[0]);
  kept[1] = 0;
}
[[gnu::noinline]] void cleaning(int depth, int& count) {
  const Counted counted(count);
  unaware(depth);
}
[[gnu::noinline]] int catching(int depth, int& count) {
  try {
    cleaning(depth, count);
  } catch (int value) {
    return value;
  } catch (const std::string& text) {
    return static_cast<int>(text.size());
  } catch (...) {
    return -1;
  }
  return 0;
}
[[gnu::noinline]] int after(int value) { return value + 1; }

}  // namespace

int main() {
  int count = 0, sum = 0;
  for (int depth = 0; depth < 30; ++depth) sum = after(sum + catching(depth, count));
  int drawn = 0;
  try {
    const Numbers numbers = squares(10);
    for (numbers.handle.resume(); !numbers.handle.done(); numbers.handle.resume())
      drawn += numbers.handle.promise().value;
  } catch (int n) {
    drawn += 1000 * n;
  }
  std::map<std::string, std::function<int(int)>> table{{"a", [&](int x) { return x + count; }},
                                                       {"b", [](int x) { return x * x; }}};
  for (const auto& [name, f] : table) sum += f(static_cast<int>(name.size()) + 2);
  std::printf("%d %d %d\n", count, sum, drawn);
}
