#include "hpcast/inputs/reftrace/shut_out_programs.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "hpcast/inputs/reftrace/shut_out.h"

namespace hpcast::reftrace {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string path_of_no_other_channel() { return "/test/" + std::to_string(getpid()); }

void tell_shut_out(const std::string& path, const std::string& program) {
  const Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const ShutOutAddress to = shut_out_address(path.c_str());
  ASSERT_EQ(sendto(socket.get(), program.data(), program.size(), MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr*>(&to.address), to.bytes),
            static_cast<ssize_t>(program.size()));
}

TEST(ShutOutPrograms, HearsOfThoseOfItsChannel) {
  ShutOutPrograms programs(path_of_no_other_channel());
  programs.read();
  EXPECT_THAT(programs.names(), IsEmpty());
  tell_shut_out(path_of_no_other_channel(), "./a");
  tell_shut_out(path_of_no_other_channel(), "./b");
  programs.read();
  EXPECT_THAT(programs.names(), ElementsAre("./a", "./b"));
}

TEST(ShutOutPrograms, IsDeafWhereTheAddressIsTaken) {
  const ShutOutPrograms first(path_of_no_other_channel());
  ShutOutPrograms second(path_of_no_other_channel());
  second.read();
  EXPECT_THAT(second.names(), IsEmpty());
}

}  // namespace
}  // namespace hpcast::reftrace
