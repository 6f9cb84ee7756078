#include "base/processor_time.hpp"

#include <ctime>

#include <sys/resource.h>

namespace xdnasim::base {

ProcessorTime processor_time() {
    ProcessorTime sum{0};
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        ::getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            sum += std::chrono::seconds{time.tv_sec} + std::chrono::microseconds{time.tv_usec};
    }
    return sum;
}

ProcessorTime processor_time_of(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return ProcessorTime{0};
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

}  // namespace xdnasim::base
