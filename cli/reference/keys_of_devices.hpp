#pragma once
// The keys of several devices as one list.

#include <string>
#include <vector>

#include "base/parameters/description.hpp"

namespace xdnasim::cli {

/// What the keys of a file are with one device.
struct KeysOfDevice {
    std::string device;
    std::vector<parameters::Description> keys;
};

/// A range, and the devices that have it.
struct AllowedIn {
    std::string allowed;
    std::vector<std::string> devices;
};

/// A key that one or more devices have.
struct CommonKey {
    parameters::Description key;  ///< of the first
    std::vector<AllowedIn> ranges;
    std::vector<std::string> devices;
};

/// Each path once. What the first device does not have comes behind the key that it follows in the
/// device that has it.
[[nodiscard]] std::vector<CommonKey> common_keys(const std::vector<KeysOfDevice>& devices);

/// As Markdown: the range, or each with its devices.
[[nodiscard]] std::string allowed_text(const CommonKey& key);

}  // namespace xdnasim::cli
