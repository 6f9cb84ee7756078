#pragma once
// A design as files that an NPU can load.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/artifacts/manifest.hpp"

namespace xdnasim::backends {

struct Design {
    std::string kernel;
    std::optional<std::filesystem::path> xclbin;
    std::optional<std::filesystem::path> elf;
    std::vector<std::uint32_t> instructions;  ///< empty when they are in `elf`
};

/// Reads the instructions and checks that the files are whole and for the device. Throws InputError
/// for a file that cannot be read, is damaged or not in the manifest, and Error with
/// ExitCode::Unavailable when the design is not built.
[[nodiscard]] Design load_design(const std::filesystem::path& folder,
                                 const artifacts::Manifest& manifest, const arch::Device& device);

}  // namespace xdnasim::backends
