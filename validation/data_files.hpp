#pragma once
// The measured data and tolerances that come with xdnasim.

#include <filesystem>

namespace xdnasim::validation {

/// Returns the folder that contains measured/, tolerances/ and report/.
[[nodiscard]] std::filesystem::path data_folder();

[[nodiscard]] inline std::filesystem::path measured_file(const std::filesystem::path& name) {
    return data_folder() / "measured" / name;
}

}  // namespace xdnasim::validation
