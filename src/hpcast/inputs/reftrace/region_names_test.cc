#include "hpcast/inputs/reftrace/region_names.h"

#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/reftrace/recording.h"
#include "hpcast/inputs/reftrace/region_collector.h"

namespace hpcast::reftrace {

// Have names that are known beforehand.
[[gnu::noinline]] int function_of_region_names_test(int n) { return n + 1; }
// A C name that would be a type's where a mangled one is looked for.
extern "C" [[gnu::noinline]] int i(int n) { return n + 2; }

namespace {

class RegionNamesTest : public testing::Test {
 protected:
  RegionNamesTest() : channel_({.max_threads = 1, .ring_words = 4096}), names_(channel_) {}

  void put_module(std::uint64_t begin, std::uint64_t base, const std::string& path,
                  std::uint32_t process = 0) {
    ChannelHeader& header = channel_.header();
    Module& module = header.modules[header.module_count.load()];
    module = {process, begin, begin + 0x10000000, base, {}};
    path.copy(module.path, max_module_path - 1);
    header.module_count.fetch_add(1);
  }
  std::uint32_t put_name(const std::string& name) {
    return name_index(channel_.header().regions, name.data(), name.size(), "(more)");
  }
  // That is added to the addresses in this program's file.
  static std::uint64_t base() {
    std::uint64_t found = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* program, std::size_t, void* base) {
          *static_cast<std::uint64_t*>(base) = program->dlpi_addr;
          return 1;
        },
        &found);
    return found;
  }

  Channel channel_;
  RegionNames names_;
};

TEST_F(RegionNamesTest, NamesFunctionsByTheirSymbols) {
  const auto address = reinterpret_cast<std::uint64_t>(&function_of_region_names_test);
  put_module(address - 0x100000, base(), "/proc/self/exe");
  EXPECT_EQ(names_.name(address + 1), "hpcast::reftrace::function_of_region_names_test(int)");
  EXPECT_EQ(names_.name(reinterpret_cast<std::uint64_t>(&i)), "i");
}

TEST_F(RegionNamesTest, NamesWhatNobodyKnowsByItsPlace) {
  put_module(0x40000000, 0x3ffff000, "/nowhere/libx.so");
  put_module(0x40000000, 0x3fffe000, "/nowhere/other", 1);
  EXPECT_EQ(names_.name(0x40000010), "libx.so+0x1010");
  EXPECT_EQ(names_.name(0x40000010, 1), "other+0x2010");
  EXPECT_EQ(names_.name(0x30000010), "0x30000010");
}

TEST_F(RegionNamesTest, NamesWhatTheProgramHasNamed) {
  EXPECT_EQ(put_name("a"), 0U);
  EXPECT_EQ(put_name("!$omp for @b.c:3"), 1U);
  EXPECT_EQ(names_.name(named_region | 1), "!$omp for @b.c:3");
  EXPECT_EQ(names_.name(named_region | 7), "(region 7)");
  const std::vector<Region> regions = named_regions(channel_.header());
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[1].address, named_region | 1);
  EXPECT_EQ(regions[0].name, "a");
}

TEST(ElfSymbols, OfWhatIsNoWholeElfFileAreNone) {
  EXPECT_EQ(ElfSymbols("/nowhere").function_at(0), "");
  EXPECT_EQ(ElfSymbols("/dev/null").function_at(0), "");
  EXPECT_EQ(ElfSymbols(source_tree() + "/README.md").function_at(0), "");
}

TEST(RegionCollector, TakesFunctionsOfCutEvents) {
  const std::vector<Word> words = {reference(64, 3, Op::read),
                                   event_head(Event::process, 4),
                                   0,
                                   5,
                                   0,
                                   0,
                                   event_head(Event::region_enter, 2),
                                   1,
                                   0x401000,
                                   event_head(Event::signal, 2),
                                   1,
                                   0x402000,
                                   event_head(Event::region_enter, 2),
                                   1,
                                   named_region | 3,
                                   event_head(Event::region_enter, 2),
                                   1,
                                   0x403000,
                                   event_head(Event::region_exit, 1),
                                   1};
  for (std::size_t cut = 0; cut <= words.size(); ++cut) {
    RegionCollector collector;
    const std::span all(words);
    collector.take(2, all.first(cut));
    collector.take(1, all.first(1));
    collector.take(2, all.subspan(cut));
    EXPECT_EQ(collector.functions(), (std::set<SeenFunction>{{5, 0x401000}, {5, 0x403000}}));
  }
}

}  // namespace
}  // namespace hpcast::reftrace
