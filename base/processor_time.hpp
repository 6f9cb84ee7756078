#pragma once
// Time that processors have worked. Unlike the time that passes, it does not grow while other
// programs keep the machine busy.

#include <chrono>

#include <sys/types.h>

namespace xdnasim::base {

using ProcessorTime = std::chrono::duration<double>;

/// Of this process and of those that it has waited for.
[[nodiscard]] ProcessorTime processor_time();
/// Of a process that runs, or has not been waited for. 0: there is none.
[[nodiscard]] ProcessorTime processor_time_of(pid_t process);

}  // namespace xdnasim::base
