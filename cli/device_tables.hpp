#pragma once
// Devices and their numbers as aligned text.

#include <span>
#include <string>

#include "arch/device.hpp"

namespace xdnasim::cli {

/// One line per device: name, columns x rows of cores, clock, description.
[[nodiscard]] std::string device_table(std::span<const arch::Device> devices);

/// One line per number of the device's file: value, unit, confidence, source.
[[nodiscard]] std::string quantity_table(const arch::Device& device);

}  // namespace xdnasim::cli
