#pragma once
// Reads a device file (arch/README.md has its schema) into a Device.

#include <filesystem>

#include "arch/device.hpp"
#include "base/node.hpp"

namespace xdnasim::arch {

/// Throws base::InputError with file:line:column for everything that is wrong with the file.
[[nodiscard]] Device load_device(const std::filesystem::path& file);

/// The device with some numbers changed. `settings` is a map from the dotted path of a number to
/// its new value, such as {array.clock_ghz: 1.5}, or the same as nested maps. Throws
/// base::InputError as load_device(file) does.
[[nodiscard]] Device load_device(const std::filesystem::path& file, const base::Node& settings);

}  // namespace xdnasim::arch
