#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/reference/reference.hpp"

namespace xdnasim::cli {
namespace {

void add_range(CommonKey& key, const std::string& allowed, const std::string& device) {
    key.devices.push_back(device);
    const auto same = std::ranges::find(key.ranges, allowed, &AllowedIn::allowed);
    if (same == key.ranges.end())
        key.ranges.push_back({allowed, {device}});
    else
        same->devices.push_back(device);
}

}  // namespace

std::vector<CommonKey> common_keys(const std::vector<KeysOfDevice>& devices) {
    std::vector<CommonKey> all;
    for (const KeysOfDevice& device : devices) {
        auto place = all.begin();  // the position after the preceding key
        for (const parameters::Description& key : device.keys) {
            auto found = std::ranges::find_if(
                all, [&](const CommonKey& known) { return known.key.path == key.path; });
            if (found == all.end()) found = all.insert(place, {key, {}, {}});
            add_range(*found, key.allowed, device.device);
            place = found + 1;
        }
    }
    return all;
}

std::string allowed_text(const CommonKey& key) {
    const auto text = [](const AllowedIn& range) {
        return range.allowed.empty() ? std::string{"keys of its own"} : plain(range.allowed);
    };
    if (key.ranges.size() == 1) return text(key.ranges.front());
    std::vector<std::string> parts;
    for (const AllowedIn& range : key.ranges)
        parts.push_back(fmt::format("{} ({})", text(range), fmt::join(range.devices, ", ")));
    return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace xdnasim::cli
