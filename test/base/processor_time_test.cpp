#include "base/processor_time.hpp"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xdnasim::base {
namespace {

constexpr ProcessorTime kWork{0.02};

void work() {
    const ProcessorTime before = processor_time();
    while (processor_time() - before < kWork) {
    }
}

TEST(ProcessorTime, IsThatOfThisProcessAndOfThoseThatItHasWaitedFor) {
    const ProcessorTime before = processor_time();
    work();
    const ProcessorTime own = processor_time();
    EXPECT_GE(own - before, kWork);
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        std::_Exit(EXIT_SUCCESS);
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_GE(processor_time() - own, kWork);
}

TEST(ProcessorTime, DoesNotGrowWhileAProcessWaits) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        while (true)
            ::pause();
    }
    while (processor_time_of(child) < kWork) {
    }
    constexpr useconds_t kLongEnough = 100'000;
    const ProcessorTime before = processor_time_of(child);
    ::usleep(kLongEnough);
    EXPECT_LT(processor_time_of(child) - before, kWork);
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_EQ(processor_time_of(child), ProcessorTime{0}) << "it is gone";
}

}  // namespace
}  // namespace xdnasim::base
