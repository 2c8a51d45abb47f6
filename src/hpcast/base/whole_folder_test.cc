#include "hpcast/base/whole_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"

namespace hpcast {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Folder : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return scratch_.file(name); }
  std::set<std::string> there() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(scratch_.path()))
      names.insert(entry.path().filename());
    return names;
  }
  void put(const std::string& name, const std::string& text) const {
    write_file_atomically(path(name), text);
  }
  // A new folder with the file `name`, in place of `folder`.
  void replace(const std::string& folder, const std::string& name) const {
    WholeFolder whole(path(folder));
    fs::create_directory(whole.path());
    write_file_atomically(whole.path() + "/" + name, name);
    whole.commit();
  }

  ScratchFolder scratch_;
};

template <class Function>
std::string complaint(const Function& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST_F(Folder, ComesWholeInPlaceOfTheOldOne) {
  replace("one", "a");
  EXPECT_EQ(read_file(path("one/a")), "a");
  for (const char* const same : {"one", "one/", "one//"}) {
    replace(same, "b");
    EXPECT_FALSE(fs::exists(path("one/a"))) << same;
    EXPECT_TRUE(fs::exists(path("one/b"))) << same;
    replace("one", "a");
  }
  EXPECT_EQ(there(), std::set<std::string>{"one"});
}

TEST_F(Folder, LeavesNothingWhereItIsNotFinished) {
  replace("one", "a");
  {
    const WholeFolder whole(path("one"));
    fs::create_directory(whole.path());
  }
  EXPECT_EQ(there(), std::set<std::string>{"one"});
  EXPECT_TRUE(fs::exists(path("one/a")));
}

TEST_F(Folder, ErrorsAreOfTheFolderThatIsMeant) {
  const WholeFolder whole(path("one"));
  const InputError error(Diagnostic{whole.path() + "/a", 1, {}, "no room in " + whole.path(), {}});
  EXPECT_EQ(whole.meant(error).what(), path("one/a") + ":1: no room in " + path("one"));
}

TEST_F(Folder, TakesTheFolderThatALinkLeadsTo) {
  fs::create_directory(path("real"));
  fs::create_directory_symlink(path("real"), path("link"));
  replace("link", "a");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(fs::exists(path("real/a")));
}

TEST_F(Folder, IsNoFile) {
  put("file", "precious");
  fs::create_symlink(path("file"), path("link"));
  for (const char* const name : {"file", "file/", "link"}) {
    const auto opens = [&] { WholeFolder whole(path(name)); };
    EXPECT_THAT(complaint(opens), HasSubstr("this is a file")) << name;
    const auto checks = [&] {
      check_replaceable(path(name), "skeleton", [](const std::string&) { return true; });
    };
    EXPECT_THAT(complaint(checks), HasSubstr("this is a file")) << name;
  }
  EXPECT_EQ(read_file(path("file")), "precious");
  EXPECT_THAT(complaint([&] { WholeFolder whole(path("none/one")); }),
              HasSubstr("there is no folder"));
}

TEST_F(Folder, IsReplacedOnlyWhereItIsOneOfItsKind) {
  const auto check = [&](const std::string& name, bool is_one) {
    return complaint([&] {
      check_replaceable(path(name), "OTF2 archive", [&](const std::string&) { return is_one; });
    });
  };
  fs::create_directory(path("empty"));
  replace("one", "a");
  EXPECT_EQ(check("none", false), "none");
  EXPECT_EQ(check("empty", false), "none");
  EXPECT_EQ(check("one", true), "none");
  EXPECT_THAT(check("one/", false), HasSubstr("holds something that is no OTF2 archive"));
}

}  // namespace
}  // namespace hpcast
