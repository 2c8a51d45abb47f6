#include "hpcast/models/memsim/address_space.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/shared_maps.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

constexpr Word kib = 1 << 10;

std::vector<Word> start_of(Word process, Word rank = 0, Word ranks = 0) {
  std::vector<Word> words;
  add_event(words, Event::thread_start, {1});
  add_event(words, Event::process, {process, rank, ranks});
  return words;
}
void add_map(std::vector<Word>& words, Word address, Word bytes, Word file, Word offset) {
  add_event(words, Event::shared_map, {address, bytes, file, offset});
}
Word read_at(Word address) { return reference(address, 3, Op::read); }

std::vector<Word> translated(std::vector<Word> words, std::size_t at_once = 1 << 20) {
  AddressSpace space;
  for (std::size_t i = 0; i < words.size(); i += at_once)
    space.translate({words.data() + i, std::min(at_once, words.size() - i)});
  return words;
}
// Where a process has its addresses, after `events`.
std::vector<Word> places(std::vector<Word> events, const std::vector<Word>& addresses) {
  for (const Word address : addresses) events.push_back(read_at(address));
  const std::vector<Word> words = translated(events);
  std::vector<Word> result;
  for (std::size_t i = words.size() - addresses.size(); i < words.size(); ++i)
    result.push_back(reftrace::address_of(words[i]));
  return result;
}

// As Linux lays out a program, by itself and under Valgrind.
const std::vector<Word> usual = {0x400000,       0x4000000,      0x1ffefff000,   0x555555554000,
                                 0x555655554000, 0x7ff000000000, 0x7ffd00000000, 0x7ffff7fdd000,
                                 0x7ffff7fff000, 0x7fffffffe000};

TEST(AddressSpace, OneProcessKeepsItsAddresses) {
  std::vector<Word> words;
  add_event(words, Event::thread_start, {1});
  for (const Word address : usual) words.push_back(read_at(address));
  add_signal(words, 77);
  EXPECT_EQ(translated(words), words);
  EXPECT_EQ(translated({read_at(5), read_at(6)}), (std::vector<Word>{read_at(5), read_at(6)}));
}

TEST(AddressSpace, WhatAProcessGivesBackIsItsOwn) {
  std::vector<Word> words = start_of(3);
  add_map(words, 0x10000, 64 * kib, 1, 0);
  const std::size_t at = words.size();
  add_event(words, Event::unmapped, {0x10000, 128 * kib});
  for (const std::size_t at_once : {1U, 3U, 100U}) {
    const std::vector<Word> there = translated(words, at_once);
    EXPECT_EQ(there[at + 2], places(start_of(3), {0x10000})[0]);
    EXPECT_EQ(there[at + 3], 128 * kib);
  }
}

TEST(AddressSpace, ProcessesStayFarFromEachOther) {
  std::map<Word, Word> process_in;  // by GiB
  for (Word process = 0; process < reftrace::max_processes; ++process)
    for (const Word place : places(start_of(process), usual))
      EXPECT_EQ(process_in.try_emplace(place >> 30, process).first->second, process);
}

TEST(AddressSpace, TheFirstProcessIsNotDisplaced) { EXPECT_EQ(places(start_of(0), usual), usual); }

TEST(AddressSpace, OnlyAddressAndObjectChange) {
  std::vector<Word> words = start_of(3, 1, 4);
  const std::size_t begin = words.size();
  words.push_back(reference(0x1000, 5, Op::nontemporal_write, 0x7ff));
  add_wait(words, 0x2000, 9);
  add_event(words, Event::phase, {2});
  const std::vector<Word> after = translated(words);
  EXPECT_EQ(reftrace::op_of(after[begin]), Op::nontemporal_write);
  EXPECT_EQ(reftrace::log2_size_of(after[begin]), 5U);
  EXPECT_EQ(reftrace::site_of(after[begin]), 0x7ffU);
  EXPECT_EQ(after[begin + 3], object_of(3, 0x2000));
  EXPECT_NE(after[begin + 3], 0x2000U);
  EXPECT_EQ(after[begin + 4], 9U);
  EXPECT_EQ(object_of(3, reftrace::common_object | 1), reftrace::common_object | 1);
  EXPECT_EQ(after.back(), 2U);
}

TEST(AddressSpace, WaitsAreTranslatedBack) {
  std::vector<Word> words = start_of(3);
  AddressSpace space;
  space.translate(words);
  Word wait[] = {reftrace::event_head(Event::wait, 3), 0, object_of(3, 0x2000), 9};
  space.translate_back(wait);
  EXPECT_EQ(wait[2], 0x2000U);
}

TEST(AddressSpace, SharedMemoryHasOnePlace) {
  std::vector<Word> a = start_of(1), b = start_of(2);
  add_map(a, 0x7f0000000000, 64 * kib, 5, 0);
  add_map(b, 0x7e0000010000, 32 * kib, 5, 16 * kib);  // the same, further back
  const std::vector<Word> in_a = places(a, {0x7f0000000000 + 16 * kib, 0x7f0000000000 + 47 * kib});
  EXPECT_EQ(in_a, places(b, {0x7e0000010000, 0x7e0000010000 + 31 * kib}));
  std::vector<Word> c = start_of(3);
  add_map(c, 0x7f0000000000, 64 * kib, 6, 0);  // another file
  EXPECT_NE(places(c, {0x7f0000004000})[0], in_a[0]);
}

TEST(AddressSpace, AroundSharedMemoryIsTheProcessesOwn) {
  std::vector<Word> words = start_of(1);
  add_map(words, 0x7f0000001000, 4 * kib, 5, 0);
  const Word own = places(start_of(1), {0x7f0000000000})[0];
  const std::vector<Word> found =
      places(words, {0x7f0000000fff, 0x7f0000001000, 0x7f0000001fff, 0x7f0000002000});
  EXPECT_EQ(found[0], own + 0xfff);
  EXPECT_EQ(found[2], found[1] + 0xfff);
  EXPECT_NE(found[1], own + 0x1000);
  EXPECT_EQ(found[3], own + 0x2000);
}

TEST(AddressSpace, MapsMayReplaceAndCutEachOther) {
  std::vector<Word> words = start_of(1);
  add_map(words, 0x10000, 16 * kib, 5, 0);
  add_map(words, 0x11000, 4 * kib, 6, 0);
  add_map(words, 0x12000, 4 * kib, 0, 0);
  const std::vector<Word> found = places(words, {0x10000, 0x11000, 0x12000, 0x13000});
  const Word own = places(start_of(1), {0x12000})[0];
  EXPECT_EQ(found[2], own);
  EXPECT_EQ(found[3], found[0] + 0x3000);
  EXPECT_NE(found[1], found[0] + 0x1000);
  add_map(words, 0x10000, 16 * kib, 0, 0);
  EXPECT_EQ(places(words, {0x10000, 0x11000, 0x13000}),
            places(start_of(1), {0x10000, 0x11000, 0x13000}));
}

TEST(AddressSpace, EventsMayBeCut) {
  std::vector<Word> words = start_of(7);
  add_map(words, 0x10000, 16 * kib, 5, 4 * kib);
  add_signal(words, 1);
  for (const Word address : usual) words.push_back(read_at(address));
  for (const std::size_t at_once : {1, 2, 3, 5})
    EXPECT_EQ(translated(words, at_once), translated(words));
}

TEST(AddressSpace, RefusesWhatNoTracerWrites) {
  EXPECT_THROW(translated(start_of(reftrace::max_processes)), InputError);
  for (const auto& map : {std::vector<Word>{Word{1} << 47, 1, 1, 0},
                          {0, Word{1} << 48, 1, 0},
                          {0, 1, reftrace::max_shared_files + 1, 0}}) {
    std::vector<Word> words = start_of(1);
    add_map(words, map[0], map[1], map[2], map[3]);
    EXPECT_THROW(translated(words), InputError);
  }
}

// Whatever a stream holds, a word stays a reference or the head of an event.
TEST(AddressSpace, RefusesASecondProcessAndMapsWithoutEnd) {
  std::vector<Word> twice = start_of(0);
  add_event(twice, Event::process, {1, 0, 0});
  EXPECT_THROW(translated(twice), InputError);
  std::vector<Word> words = start_of(0);
  for (Word i = 0; i < reftrace::SharedMaps::most; ++i) add_map(words, 0, 4 * kib, 1, 0);
  EXPECT_NO_THROW(translated(words));
  add_map(words, 0, 4 * kib, 1, 0);
  EXPECT_THROW(translated(words), InputError);
}

TEST(AddressSpace, KeepsKindsOfWords) {
  std::mt19937_64 random(1);
  for (int run = 0; run < 200; ++run) {
    std::vector<Word> words = start_of(random() % 4);
    for (int i = 0; i < 20; ++i) {
      add_map(words, random() % (1 << 20), random() % (1 << 20), random() % 3, random() % 5000);
      for (int k = 0; k < 20; ++k) words.push_back(reference(random(), random() % 6, Op::write));
    }
    const std::vector<Word> after = translated(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (reftrace::op_of(words[i]) != Op::write) continue;
      ASSERT_EQ(words[i] >> reftrace::address_bits, after[i] >> reftrace::address_bits);
    }
  }
}

}  // namespace
}  // namespace hpcast::memsim
