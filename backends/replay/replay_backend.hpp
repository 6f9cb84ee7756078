#pragma once
// The backend that shows a recorded run again: what somebody measured on an NPU, for those who
// have none.

#include <filesystem>
#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// `recording`: the folder of a recorded run.
[[nodiscard]] std::unique_ptr<Backend> make_replay_backend(std::filesystem::path recording);

}  // namespace xdnasim::backends
