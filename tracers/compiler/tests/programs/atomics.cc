// Every width and operation works, and is recorded as a read and a write.
#include <atomic>
#include <cstdio>

template <class T>
int exercise() {
  static std::atomic<T> value{1};
  value += 2;
  value -= 1;
  value |= 5;
  value ^= 1;
  value &= 14;
  T expected = value.load();
  const bool swapped = value.compare_exchange_strong(expected, 9);
  const bool refused = !value.compare_exchange_strong(expected, 7);
  return swapped && refused && expected == 9 && value.exchange(3) == 9 && value.load() == 3;
}

__extension__ using Wide = unsigned __int128;

int main() {
  int good = exercise<unsigned char>() + exercise<unsigned short>() + exercise<unsigned>() +
             exercise<unsigned long>();
  static Wide wide = 1;
  Wide expected = 1;
  const Wide desired = (Wide(7) << 64) | 5;
  good += __atomic_compare_exchange_n(&wide, &expected, desired, false, 5, 5);
  good += __atomic_load_n(&wide, 5) == desired;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::printf("%d\n", good);
  return good == 6 ? 0 : 1;
}
