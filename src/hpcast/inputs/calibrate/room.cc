#include "hpcast/inputs/calibrate/room.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "hpcast/inputs/calibrate/machine_code.h"
#include "hpcast/inputs/calibrate/stopwatch.h"

namespace hpcast::calibrate {

namespace {

constexpr std::size_t chain = 16;  // roots
constexpr std::size_t most_between = 1024;
constexpr int searches = 5, bursts_a_loop = 12;
constexpr std::uint64_t turns_a_burst = 300;

// xmm0 and xmm1 the chains, xmm13 what the second one begins with, ecx and edx 0.
void begin(MachineCode& code) {
  code.add({0xf2, 0x0f, 0x10, 0x06});        // movsd xmm0, [rsi]
  code.add({0xf2, 0x0f, 0x10, 0x4e, 0x08});  // movsd xmm1, [rsi+8]
  code.add({0x44, 0x0f, 0x28, 0xe9});        // movaps xmm13, xmm1
  code.add({0x44, 0x0f, 0x28, 0xe1});        // movaps xmm12, xmm1
  code.add({0x31, 0xc9, 0x31, 0xd2});        // xor ecx, ecx; xor edx, edx
}

// The i-th of the instructions between the chains.
using Filler = void (*)(MachineCode&, std::size_t i);

// pshufd xmm2 to xmm7, xmm0
void wait_in_vectors(MachineCode& code, std::size_t i) {
  const auto to = static_cast<std::uint8_t>(2 + i % 6);
  code.add({0x66, 0x0f, 0x70, static_cast<std::uint8_t>(0xc0 | to << 3), 0x00});
}
// movq rax, xmm0; then lea r8 to r11, [rax+rdx]
void wait_in_general(MachineCode& code, std::size_t i) {
  if (i == 0) code.add({0x66, 0x48, 0x0f, 0x7e, 0xc0});
  code.add({0x4c, 0x8d, static_cast<std::uint8_t>(0x04 | (i % 4) << 3), 0x10});
}
// lea r8 to r11, [rcx+rdx]
void make_general(MachineCode& code, std::size_t i) {
  code.add({0x4c, 0x8d, static_cast<std::uint8_t>(0x04 | (i % 4) << 3), 0x11});
}
// pshufd xmm2 to xmm7, xmm12
void make_vectors(MachineCode& code, std::size_t i) {
  const auto to = static_cast<std::uint8_t>(2 + i % 6);
  code.add({0x66, 0x41, 0x0f, 0x70, static_cast<std::uint8_t>(0xc4 | to << 3), 0x00});
}
// mov r8 to r10, r11: renamed by most processors, or else bound by general registers
void move_general(MachineCode& code, std::size_t i) {
  code.add({0x4d, 0x89, static_cast<std::uint8_t>(0xd8 | i % 3)});
}
// movaps xmm2 to xmm7, xmm12
void move_vectors(MachineCode& code, std::size_t i) {
  const auto to = static_cast<std::uint8_t>(2 + i % 6);
  code.add({0x41, 0x0f, 0x28, static_cast<std::uint8_t>(0xc4 | to << 3)});
}

// Seconds a turn; empty where code cannot be made.
std::optional<double> time_of(const MachineCode& code, std::uint64_t times) {
  const RunnableCode runnable(code);
  if (runnable.function() == nullptr) return std::nullopt;
  const std::array<double, 2> two{2, 3};
  double least = 1;
  for (int burst = 0; burst < bursts_a_loop; ++burst)
    least = std::min(least, timed([&] { runnable.function()(times, two.data()); }));
  return least / static_cast<double>(times);
}

std::optional<double> time_between(Filler filler, std::size_t count) {
  MachineCode code;
  begin(code);
  code.align(0);
  code.begin_loop();
  code.add({0x0f, 0x28, 0xc1});               // movaps xmm0, xmm1
  code.add(chain, {0xf2, 0x0f, 0x51, 0xc0});  // sqrtsd xmm0, xmm0
  for (std::size_t i = 0; i < count; ++i) filler(code, i);
  code.add({0x41, 0x0f, 0x28, 0xcd});         // movaps xmm1, xmm13
  code.add(chain, {0xf2, 0x0f, 0x51, 0xc9});  // sqrtsd xmm1, xmm1
  code.end_loop();
  return time_of(code, turns_a_burst);
}

// What an instruction between the chains takes by itself.
double time_of_filler() {
  MachineCode code;
  begin(code);
  code.align(0);
  code.begin_loop();
  for (std::size_t i = 0; i < 240; ++i) move_general(code, i);
  code.end_loop();
  return time_of(code, turns_a_burst).value_or(0) / 240;
}

// The most instructions with which the second chain begins in the first half of the other one.
std::optional<std::size_t> search(Filler filler, double each) {
  const auto alone = time_between(filler, 1);
  if (!alone) return std::nullopt;
  const auto overlap = [&](std::size_t count) {
    const auto time = time_between(filler, count);
    return time && *time - static_cast<double>(count) * each < 1.5 * *alone;
  };
  std::size_t fits = 1, many = most_between;
  if (overlap(many)) return std::nullopt;
  while (many - fits > 1) {
    const std::size_t middle = (fits + many) / 2;
    (overlap(middle) ? fits : many) = middle;
  }
  return fits;
}

// The chain's own roots leave one after the other: half of them are there in the middle.
enum class Chain { apart, among_them };

std::optional<std::uint32_t> room_for(Filler filler, Chain roots, double each,
                                      const Interruption& interruption) {
  std::array<std::size_t, searches> found{};
  for (std::size_t& one : found) {
    interruption.throw_if_any();
    const auto count = search(filler, each);
    if (!count) return std::nullopt;
    one = *count;
  }
  std::sort(found.begin(), found.end());
  // Three of five.
  constexpr double widest = 0.05;
  const auto spread = static_cast<double>(found[3] - found[1]);
  if (spread > std::max(2.0, widest * static_cast<double>(found[3]))) return std::nullopt;
  const std::size_t own = roots == Chain::among_them ? chain / 2 + 1 : 0;
  return static_cast<std::uint32_t>(found[searches / 2] + own);
}

// A loop of four slots that begins there.
std::optional<double> time_of_loop_at(std::size_t offset) {
  MachineCode code;
  begin(code);
  code.add({0x31, 0xc0});  // xor eax, eax
  code.align(offset);
  code.begin_loop();
  code.add({0x01, 0xc8, 0x01, 0xca, 0x01, 0xce});  // add eax, ecx; add edx, ecx; add esi, ecx
  code.end_loop();
  return time_of(code, 40 * turns_a_burst);
}

std::optional<std::uint32_t> measure_fetch_line() {
  const auto within = time_of_loop_at(0);
  if (!within) return std::nullopt;
  for (const std::uint32_t line : {32U, 64U})
    if (time_of_loop_at(line - 4).value_or(0) > 1.5 * *within) return line;
  return 0;
}

// Calls of a function that does nothing and its returns, or as many jumps over a few bytes.
enum class Transfer { call, jump };
constexpr unsigned transfers = 8;

std::optional<double> time_of(Transfer transfer) {
  MachineCode code;
  begin(code);
  code.add({0xeb, 0x01, 0xc3});  // jmp over the function: ret
  const std::size_t function = code.bytes().size() - 1;
  code.align(0);
  code.begin_loop();
  for (unsigned i = 0; i < transfers / 2; ++i) {
    if (transfer == Transfer::jump) {
      code.add(2, {0xeb, 0x06, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90});
      continue;
    }
    const auto to = static_cast<std::uint32_t>(function - (code.bytes().size() + 5));
    const auto byte = [&](unsigned n) { return static_cast<std::uint8_t>(to >> 8 * n); };
    code.add({0xe8, byte(0), byte(1), byte(2), byte(3)});
  }
  code.end_loop();
  return time_of(code, 40 * turns_a_burst);
}

// The loop's own jump is one more. Empty where it is no whole number of cycles.
std::optional<std::uint32_t> measure_call_bubble() {
  const auto calls = time_of(Transfer::call), jumps = time_of(Transfer::jump);
  if (!calls || !jumps) return std::nullopt;
  const double cycle = *jumps / (transfers + 1);
  const double more = std::max(0.0, (*calls - *jumps) / cycle / transfers);
  constexpr double farthest = 0.2;
  if (std::abs(more - std::round(more)) > farthest) return std::nullopt;
  return static_cast<std::uint32_t>(std::lround(more));
}

}  // namespace

Room measure_room(const Interruption& interruption) {
  const double each = time_of_filler();
  const auto room_of = [&](Filler filler, Chain roots) {
    return room_for(filler, roots, each, interruption);
  };
  Room room;
  const auto moves = room_of(move_general, Chain::among_them);
  const auto vector_moves = room_of(move_vectors, Chain::among_them);
  if (moves && vector_moves) room.reorder_buffer = std::max(*moves, *vector_moves);
  room.scheduler = room_of(wait_in_general, Chain::apart);
  room.vector_waiting = room_of(wait_in_vectors, Chain::among_them);
  room.registers = room_of(make_general, Chain::apart);
  room.vector_registers = room_of(make_vectors, Chain::among_them);
  room.fetch_line = measure_fetch_line();
  room.call_bubble = measure_call_bubble();
  return room;
}

}  // namespace hpcast::calibrate
