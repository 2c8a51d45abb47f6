#include "hpcast/base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <thread>

#include "hpcast/base/diagnostics.h"

namespace hpcast {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "hpcast-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string message(const std::function<void()>& f) {
    try {
      f();
    } catch (const InputError& e) {
      return e.what();
    }
    return "no error";
  }

  fs::path folder_;
};

TEST_F(File, ReadsWhatItWroteAndLeavesNothingBeside) {
  write_file_atomically(path("a"), "one");
  write_file_atomically(path("a"), "two");
  EXPECT_EQ(read_file(path("a")), "two");
  EXPECT_EQ(files(), 1U);
}

TEST_F(File, ReadsTextWithoutAByteOrderMark) {
  write_file_atomically(path("marked"), "\xEF\xBB\xBF{}");
  EXPECT_EQ(read_text(path("marked")), "{}");
  EXPECT_EQ(read_file(path("marked")).size(), 5U);
  write_file_atomically(path("wide"), std::string_view("\xFF\xFE{\0", 4));
  EXPECT_THAT(message([&] { read_text(path("wide")); }),
              testing::HasSubstr("wide: this is UTF-16"));
}

TEST_F(File, KeepsModeAndFollowsLinks) {
  write_file_atomically(path("a"), "one");
  fs::permissions(path("a"), fs::perms(0640));
  fs::create_symlink("a", path("link"));
  write_file_atomically(path("link"), "two");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a")), "two");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0640));
}

TEST_F(File, FollowsLinksToWhatIsNotThereYet) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/second", path("first"));
  fs::create_symlink("../a", path("folder/second"));
  write_file_atomically(path("first"), "one");
  EXPECT_TRUE(fs::is_symlink(path("first")));
  EXPECT_TRUE(fs::is_symlink(path("folder/second")));
  EXPECT_EQ(read_file(path("a")), "one");
  fs::create_symlink("circle", path("circle"));
  EXPECT_THROW(write_file_atomically(path("circle"), "one"), InputError);
  EXPECT_TRUE(fs::is_symlink(path("circle")));
}

TEST_F(File, WritesIntoAPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read_file(path("pipe")); });
  write_file_atomically(path("pipe"), "through");
  reader.join();
  EXPECT_EQ(received, "through");
}

TEST_F(File, WritesToANamedDescriptorAtItsPosition) {
  std::FILE* file = std::fopen(path("out").c_str(), "w");
  std::fputs("head ", file);
  std::fflush(file);
  write_file_atomically("/dev/fd/" + std::to_string(::fileno(file)), "tail");
  std::fclose(file);
  EXPECT_EQ(read_file(path("out")), "head tail");
}

TEST_F(File, BeginsWithHeadAndFirstLine) {
  write_file_atomically(path("lines"), "one\ntwo\n");
  EXPECT_EQ(head_of_file(path("lines"), 5), "one\nt");
  EXPECT_EQ(head_of_file(path("lines"), 100), "one\ntwo\n");
  EXPECT_EQ(first_line_of_file(path("lines")), "one");
  for (const std::string& none : {path("none"), folder_.string()}) {
    EXPECT_EQ(head_of_file(none, 5), "");
    EXPECT_EQ(first_line_of_file(none), "");
  }
}

TEST_F(File, NamesPathAndReason) {
  EXPECT_EQ(message([&] { read_file(path("none")); }),
            path("none") + ": cannot read: No such file or directory");
  EXPECT_EQ(message([&] { read_file(folder_); }),
            folder_.string() + ": cannot read: Is a directory");
  EXPECT_EQ(message([&] { write_file_atomically(path("none/a"), ""); }),
            path("none/a") + ": cannot write: No such file or directory");
  EXPECT_EQ(message([&] { write_file_atomically(folder_, ""); }),
            folder_.string() + ": cannot write: Is a directory");
  EXPECT_EQ(message([&] { write_file_atomically("/dev/full", "x"); }),
            "/dev/full: cannot write: No space left on device");
  write_file_atomically(path("long"), "12345");
  EXPECT_EQ(message([&] { read_file(path("long"), 4); }),
            path("long") + ": cannot read: File too large");
}

TEST_F(File, HashesAsTheStandardSays) {
  write_file_atomically(path("abc"), "abc");  // FIPS 180-4's own example
  EXPECT_EQ(sha256_file(path("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace hpcast
