#include "base/free_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace xdnasim::base {
namespace {

TEST(FreeMemory, IsSomeAndNoMoreThanTheMachineHas) {
    EXPECT_GT(free_memory(), 0);
    EXPECT_LE(free_memory(), std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE));
}

}  // namespace
}  // namespace xdnasim::base
