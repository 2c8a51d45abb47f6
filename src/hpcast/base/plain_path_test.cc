#include "hpcast/base/plain_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"

namespace hpcast {
namespace {

namespace fs = std::filesystem;

TEST(PlainPath, IsThePathWhereTheLoaderTakesIt) {
  EXPECT_EQ(PlainPath("/usr/lib/a.so").get(), "/usr/lib/a.so");
}

TEST(PlainPath, IsALinkWhereTheLoaderWouldTakeSeveral) {
  const ScratchFolder scratch;
  std::string link;
  for (const char* const name : {"a b", "a:b", "a\tb"}) {
    write_file_atomically(scratch.file(name), name);
    const PlainPath plain(scratch.file(name));
    link = plain.get();
    EXPECT_EQ(link.find_first_of(" :\t"), std::string::npos);
    EXPECT_EQ(read_file(link), name);
  }
  EXPECT_FALSE(fs::exists(fs::symlink_status(link)));
}

TEST(PlainPath, SaysWhatIsInTheWayWhereNoLinkWouldDo) {
  const ScratchFolder scratch;
  const std::string blank = scratch.file("a b");
  fs::create_directory(blank);
  const char* const before = std::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  setenv("TMPDIR", blank.c_str(), 1);
  EXPECT_THAT([&] { PlainPath plain(blank + "/x"); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("TMPDIR")));
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", old.c_str(), 1);
}

}  // namespace
}  // namespace hpcast
