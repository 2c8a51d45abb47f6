#include "hpcast/inputs/reftrace/untold_libraries.h"

#include <gtest/gtest.h>

namespace hpcast::reftrace {
namespace {

TEST(UntoldLibraries, MathematicsAndSolversAreWork) {
  for (const char* file :
       {"/lib/x86_64-linux-gnu/libm.so.6", "/lib/libm-2.31.so", "/usr/lib/libopenblas.so.0",
        "/usr/lib/libstdc++.so.6.0.30", "/usr/lib/libcrypto.so.3", "/opt/libcache.so", "//anon"})
    EXPECT_TRUE(is_untold_work(file)) << file;
}

TEST(UntoldLibraries, TheCLibraryAndWhatWaitsAreNot) {
  for (const char* file :
       {"/lib/libc.so.6", "/lib/libc-2.31.so", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-2.31.so",
        "/lib/libpthread.so.0", "/usr/lib/libgomp.so.1.0.0", "/usr/lib/llvm-14/lib/libomp.so.5",
        "/usr/lib/libmpi.so.40.30.4", "/usr/lib/libmpi_mpifh.so.40",
        "/usr/lib/openmpi/mca_btl_vader.so", "/usr/lib/libopen-pal.so.40",
        "/usr/lib/libhwloc.so.15", "/usr/lib/pmix_mca_gds_hash.so", "[vdso]", ""})
    EXPECT_FALSE(is_untold_work(file)) << file;
}

TEST(UntoldLibraries, HaveTheNameOfTheirFile) {
  EXPECT_EQ(name_of_code("/lib/x86_64-linux-gnu/libm.so.6"), "libm.so.6");
  EXPECT_EQ(name_of_code("//anon"), "code made while the program ran");
  EXPECT_EQ(name_of_code("/tmp/lib\nx.so"), "lib x.so");
}

}  // namespace
}  // namespace hpcast::reftrace
