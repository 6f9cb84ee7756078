#pragma once
// Processor (CPU) time. Unlike wall time, it does not grow while other programs keep the machine
// busy.

#include <chrono>

#include <sys/types.h>

namespace xdnasim::base {

using ProcessorTime = std::chrono::duration<double>;

/// Processor time of this process and of the child processes that it has waited for.
[[nodiscard]] ProcessorTime processor_time();
/// Processor time of a process that runs, or has ended and has not been waited for; 0: there is no
/// such process.
[[nodiscard]] ProcessorTime processor_time_of(pid_t process);

}  // namespace xdnasim::base
