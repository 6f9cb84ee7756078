#pragma once
// The container of a built design. XRT 2.13 reads beyond the end of one that is cut off or
// damaged, so it is looked at beforehand.

#include <filesystem>

namespace xdnasim::backends {

/// Throws Error with ExitCode::Unavailable when `file` is no xclbin, its sections do not lie in it,
/// or say what does not hold (xclbin_sections.hpp).
void require_whole_xclbin(const std::filesystem::path& file);

}  // namespace xdnasim::backends
