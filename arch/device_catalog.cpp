#include "arch/device_catalog.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "base/spelling.hpp"

namespace xdnasim::arch {

namespace {

constexpr std::string_view kEnding = ".yaml";

bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

}  // namespace

std::filesystem::path devices_folder() {
    const char* const chosen = std::getenv("XDNASIM_DEVICES");
    if (chosen != nullptr && *chosen != '\0') {
        if (is_folder(chosen)) return chosen;
        throw base::InputError{
            fmt::format("XDNASIM_DEVICES is {}, which is not a folder; allowed: the "
                        "folder of the device files, or leave it unset",
                        base::in_quotes(chosen))};
    }
    const std::filesystem::path folder = base::data_folder("devices", XDNASIM_SOURCE_DEVICES);
    if (is_folder(folder)) return folder;
    throw base::InputError{
        fmt::format("no device files: {} is not a folder; set XDNASIM_DEVICES to the "
                    "folder of the device files",
                    folder.string())};
}

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{devices_folder()}) {
        if (entry.is_regular_file() && entry.path().extension() == kEnding) {
            names.push_back(entry.path().stem().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

std::filesystem::path find_device(const std::string& name_or_path) {
    const std::vector<std::string> names = device_names();
    if (name_or_path.find('/') != std::string::npos || name_or_path.ends_with(kEnding)) {
        std::error_code out_of_reach;
        if (std::filesystem::is_regular_file(name_or_path, out_of_reach)) return name_or_path;
        throw base::InputError{
            fmt::format("no device file {}; allowed: a path to one, or a name: {}",
                        base::in_quotes(name_or_path), fmt::join(names, ", "))};
    }
    if (std::ranges::find(names, name_or_path) != names.end()) {
        return devices_folder() / (name_or_path + std::string{kEnding});
    }
    const std::string hint = base::suggestion(name_or_path, names);
    throw base::InputError{fmt::format(
        "unknown device {}{}{} allowed: {}, or a path to a device file",
        base::in_quotes(name_or_path), hint, hint.empty() ? ";" : "", fmt::join(names, ", "))};
}

}  // namespace xdnasim::arch
