#include "arch/device_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_texts.hpp"
#include "arch/quantity_reader.hpp"
#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "base/spelling.hpp"
#include "base/text_file.hpp"
#include "base/yaml.hpp"

namespace xdnasim::arch {

namespace {

constexpr std::string_view kEnding = ".yaml";
constexpr const char* kVariable = "XDNASIM_DEVICES";

/// The user's own folder of device files; nullptr: none is set.
const char* chosen_folder() {
    const char* const chosen = std::getenv(kVariable);
    return chosen == nullptr || *chosen == '\0' ? nullptr : chosen;
}

/// The folder of the device files for messages: "/tmp/mine (XDNASIM_DEVICES)".
std::string shown_devices_folder() {
    return devices_folder().string() +
           (chosen_folder() == nullptr ? "" : fmt::format(" ({})", kVariable));
}

/// The names of devices for messages, with their folder if the user has chosen one.
std::string shown_devices(const std::vector<std::string>& names) {
    return (names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))) +
           (chosen_folder() == nullptr ? "" : " under " + shown_devices_folder());
}

bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

}  // namespace

std::filesystem::path devices_folder() {
    if (const char* const chosen = chosen_folder()) {
        if (is_folder(chosen)) return chosen;
        throw base::InputError{
            fmt::format("{} is {}, which is not a folder; allowed: the "
                        "folder of the device files, or leave it unset",
                        kVariable, base::in_quotes(chosen))};
    }
    const std::filesystem::path folder = base::data_folder("devices", XDNASIM_SOURCE_DEVICES);
    if (is_folder(folder)) return folder;
    throw base::InputError{
        fmt::format("no device files: {} is not a folder; set {} to the "
                    "folder of the device files",
                    folder.string(), kVariable)};
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

namespace {

bool is_file(const std::filesystem::path& path) {
    std::error_code out_of_reach;
    return std::filesystem::is_regular_file(path, out_of_reach);
}

/// The path, relative to `folder`, of a device file `name` that lies in `folder` or in `other`;
/// an empty list if there is none.
std::vector<std::string> own_file(const std::string& name, const std::filesystem::path& folder,
                                  const std::filesystem::path& other) {
    const std::filesystem::path file{name + std::string{kEnding}};
    if (name.empty()) return {};
    if (is_file(folder / file)) return {"./" + file.string()};
    if (!is_file(other / file)) return {};
    std::error_code error;
    const auto here = std::filesystem::absolute(folder.empty() ? "." : folder, error);
    const auto path =
        std::filesystem::proximate(std::filesystem::absolute(other / file, error), here, error);
    return {path.has_parent_path() ? path.string() : "./" + path.string()};
}

}  // namespace

namespace {

/// Returns whether `array` is all of `npu`, or as many of its columns as mlir-aie has an array for:
/// "npu1_1col" to "npu1_4col" with `most` 4.
bool is_of(std::string_view array, std::string_view npu, char most) {
    constexpr std::string_view kEnd = "col";
    if (!array.starts_with(npu)) return false;
    const std::string_view rest = array.substr(npu.size());
    if (rest.empty()) return true;
    return rest.size() == 2 + kEnd.size() && rest[0] == '_' && rest[1] >= '1' && rest[1] <= most &&
           rest.substr(2) == kEnd;
}

}  // namespace

const char* device_for_array(std::string_view array) {
    // Until 2024, mlir-aie knew a single NPU, which it called ipu and later npu.
    if (is_of(array, "npu1", '4') || array == "ipu" || array == "npu") return "xdna-phoenix";
    if (is_of(array, "npu2", '7')) return "xdna2-strix";
    if (array == "xcve2802") return "versal-ve2802";
    if (array == "xcve2302") return "versal-ve2302";
    return nullptr;
}

namespace {

/// A suggestion for a device `name` that is not one of `names`.
std::string meant_by(const std::string& name, const std::vector<std::string>& names) {
    const char* const device = device_for_array(name);
    if (device == nullptr || std::ranges::find(names, device) == names.end())
        return base::suggestion(name, names);
    const std::string meant{device};
    return base::did_you_mean({&meant, 1});
}

}  // namespace

std::filesystem::path find_device(const std::string& name_or_path,
                                  const std::filesystem::path& folder,
                                  const std::filesystem::path& other) {
    const std::vector<std::string> names = device_names();
    if (name_or_path.find('/') != std::string::npos || name_or_path.ends_with(kEnding)) {
        const std::filesystem::path path = folder / name_or_path;
        if (is_file(path)) return path;
        std::error_code out_of_reach;
        if (std::filesystem::exists(path, out_of_reach))
            throw base::InputError{fmt::format(
                "{} is not a regular file; allowed: a path to a device file, or a name: {}",
                base::in_quotes(path.string()), shown_devices(names))};
        const std::string hint = base::near_file(path);
        throw base::InputError{fmt::format(
            "no device file {}{}{} allowed: a path to one, or a name: {}",
            base::in_quotes(path.string()), hint, hint.empty() ? ";" : "", shown_devices(names))};
    }
    if (std::ranges::find(names, name_or_path) != names.end()) {
        return devices_folder() / (name_or_path + std::string{kEnding});
    }
    const std::vector<std::string> own = own_file(name_or_path, folder, other);
    const std::string hint = own.empty() ? meant_by(name_or_path, names) : base::did_you_mean(own);
    throw base::InputError{fmt::format(
        "unknown device {}{}{} allowed: {}, or a path to a device file",
        base::in_quotes(name_or_path), hint, hint.empty() ? ";" : "", shown_devices(names))};
}

std::string found_anywhere_as(const std::filesystem::path& file) {
    const auto whole = [](const std::filesystem::path& path) {
        return std::filesystem::absolute(path).lexically_normal();
    };
    const std::filesystem::path known =
        devices_folder() / (file.stem().string() + std::string{kEnding});
    return whole(file) == whole(known) ? file.stem().string() : whole(file).string();
}

namespace {

constexpr std::string_view kExtends = "extends";

base::Node without(const base::Node& map, std::string_view key) {
    std::vector<base::Entry> entries = map.entries();
    std::erase_if(entries, [&](const base::Entry& entry) { return entry.key == key; });
    return base::Node::map(map.place(), std::move(entries));
}

base::Node overlay(const base::Node& base, const base::Node& top) {
    if (!base.is_map() || !top.is_map() || is_quantity(base) || is_quantity(top)) return top;
    std::vector<base::Entry> entries = base.entries();
    for (const base::Entry& entry : top.entries()) {
        const auto below = std::ranges::find(entries, entry.key, &base::Entry::key);
        if (below == entries.end()) {
            entries.push_back(entry);
        } else {
            *below = {entry.key, entry.place, overlay(below->value, entry.value)};
        }
    }
    return base::Node::map(top.place(), std::move(entries));
}

/// Cache of parsed device files; a file is parsed again if its size or time of change differs. A
/// study reads the same devices for every point, and parsing YAML would take most of the time.
class ReadFiles {
 public:
    base::Node read(const std::filesystem::path& file) {
        std::error_code error;
        const auto changed = std::filesystem::last_write_time(file, error);
        const std::uintmax_t size = error ? 0 : std::filesystem::file_size(file, error);
        const std::string name = file.string();  // as it occurs in the places of its values
        const std::scoped_lock locked{mutex_};
        const auto known = files_.find(name);
        if (!error && known != files_.end() && known->second.changed == changed &&
            known->second.size == size)
            return known->second.content;
        base::Node content = base::load_yaml(file, base::kAnyYaml, device_texts());
        if (files_.size() == kMostFiles) files_.clear();
        if (!error) files_.insert_or_assign(name, File{changed, size, content});
        return content;
    }

 private:
    static constexpr std::size_t kMostFiles = 64;

    struct File {
        std::filesystem::file_time_type changed;
        std::uintmax_t size;
        base::Node content;
    };
    std::mutex mutex_;
    std::map<std::string, File> files_;
};

base::Node read_device_file(const std::filesystem::path& file) {
    static ReadFiles files;
    return files.read(file);
}

/// Reads `file` and the files it extends, laid over each other, and adds all of them to `chain`.
base::Node load_over_bases(const std::filesystem::path& file,
                           std::vector<std::filesystem::path>& chain) {
    constexpr int kMaxExtensions = 8;
    chain.push_back(file);
    const base::Node device = read_device_file(file);
    const base::Node* const extends = base::MapReader{device}.optional(kExtends);
    if (extends == nullptr) return device;
    if (chain.size() > kMaxExtensions) {
        extends->fail(fmt::format(
            "a chain of more than {} files that extend each other, or a circle; allowed: fewer",
            kMaxExtensions));
    }
    const auto base = devices_folder() / fmt::format("{}{}", extends->as_string(), kEnding);
    if (!std::filesystem::exists(base)) {
        extends->fail(fmt::format("no device file {}; allowed: a file under {}, without .yaml",
                                  base::in_quotes(base.string()), shown_devices_folder()));
    }
    return overlay(load_over_bases(base, chain), without(device, kExtends));
}

base::Node revalued(const base::Node& quantity, const base::Node& value) {
    const auto text = [&](const std::string& words) {
        return base::Node::scalar(value.place(), words);
    };
    return quantity.with(kValue, value)
        .with(kSource, text("set in " + to_string(value.place())))
        .with(kConfidence, text(to_string(Confidence::Assumed)));
}

base::Node set(const base::Node& device, std::string_view path, const base::Node& value) {
    if (path.ends_with(".value")) path.remove_suffix(std::string_view{".value"}.size());
    const base::Node* const target = device.at_path(path);
    if (target != nullptr && is_quantity(*target) && !is_quantity(value)) {
        return device.with(path, revalued(*target, value));
    }
    if (!value.is_map() || is_quantity(value)) return device.with(path, value);
    base::Node changed = device;
    for (const base::Entry& entry : value.entries()) {
        changed = set(changed, fmt::format("{}.{}", path, entry.key), entry.value);
    }
    return changed;
}

}  // namespace

parameters::Description extends_key() {
    return {std::string{kExtends},
            false,
            "a file in the folder of the device files, without .yaml",
            {"", "the device file whose keys this file's keys override"}};
}

bool is_quantity(const base::Node& node) {
    return node.find(kValue) != nullptr;
}

std::vector<std::filesystem::path> device_file_chain(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> chain;
    static_cast<void>(load_over_bases(file, chain));
    return chain;
}

base::Node load_device_file(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> chain;
    return load_over_bases(file, chain);
}

base::Node with_settings(const base::Node& device, const base::Node& settings) {
    base::Node changed = device;
    for (const base::Entry& entry : settings.as_map()) {
        changed = set(changed, entry.key, entry.value);
    }
    return changed;
}

}  // namespace xdnasim::arch
