#pragma once
// Wall time.

#include <chrono>

namespace xdnasim::base {

[[nodiscard]] inline double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
}

}  // namespace xdnasim::base
