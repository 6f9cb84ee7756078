#pragma once
// The tree of a device file, with what it extends underneath and settings on top.

#include <filesystem>

#include "base/node.hpp"

namespace xdnasim::arch {

/// Is `node` a number with its unit, source and confidence (or a list of such numbers)?
[[nodiscard]] bool is_quantity(const base::Node& node);

/// Reads `file` and the files it extends, each laid over the one that it extends:
/// sections merge, quantities replace each other whole.
[[nodiscard]] base::Node load_device_file(const std::filesystem::path& file);

/// `device` with the values of `settings` (see load_device): a quantity that is set keeps
/// its unit; its source becomes the place of the setting.
[[nodiscard]] base::Node with_settings(const base::Node& device, const base::Node& settings);

}  // namespace xdnasim::arch
