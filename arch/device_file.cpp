#include "xdnasim/arch/device_file.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/yaml_document.hpp"

namespace xdnasim::arch {

namespace {

constexpr std::string_view kExtends = "extends";
constexpr std::string_view kValue = "value";

YamlNode without(const YamlNode& map, std::string_view key) {
    std::vector<YamlEntry> entries = map.entries();
    std::erase_if(entries, [&](const YamlEntry& entry) { return entry.key == key; });
    return YamlNode::map(map.place(), std::move(entries));
}

YamlNode overlay(const YamlNode& base, const YamlNode& top) {
    if (!base.is_map() || !top.is_map() || is_quantity(base) || is_quantity(top)) return top;
    std::vector<YamlEntry> entries = base.entries();
    for (const YamlEntry& entry : top.entries()) {
        const auto below = std::ranges::find(entries, entry.key, &YamlEntry::key);
        if (below == entries.end()) {
            entries.push_back(entry);
        } else {
            *below = {entry.key, entry.place, overlay(below->value, entry.value)};
        }
    }
    return YamlNode::map(top.place(), std::move(entries));
}

YamlNode load_over_bases(const std::filesystem::path& file, int extensions) {
    constexpr int kMaxExtensions = 8;
    const YamlNode device = YamlDocument::load(file).root();
    static_cast<void>(device.as_map());
    const YamlNode* const extends = device.find(kExtends);
    if (extends == nullptr) return device;
    if (extensions == kMaxExtensions) {
        extends->fail(
            fmt::format("a chain of more than {} extended files, or a circle; allowed: "
                        "fewer",
                        kMaxExtensions));
    }
    const auto base = devices_folder() / (extends->as_string() + ".yaml");
    if (!std::filesystem::exists(base)) {
        extends->fail(fmt::format("no device file {}; allowed: a file under {}, without .yaml",
                                  in_quotes(base.string()), devices_folder().string()));
    }
    return overlay(load_over_bases(base, extensions + 1), without(device, kExtends));
}

const YamlNode* find_path(const YamlNode& root, std::string_view path) {
    const YamlNode* node = &root;
    while (node != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        node = node->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
    }
    return node;
}

YamlNode revalued(const YamlNode& quantity, const YamlNode& value) {
    const auto text = [&](const std::string& words) {
        return YamlNode::scalar(value.place(), words);
    };
    return quantity.with(kValue, value)
        .with("source", text("set in " + to_string(value.place())))
        .with("confidence", text("assumed"));
}

YamlNode set(const YamlNode& device, std::string_view path, const YamlNode& value) {
    if (path.ends_with(".value")) path.remove_suffix(std::string_view{".value"}.size());
    const YamlNode* const target = find_path(device, path);
    if (target != nullptr && is_quantity(*target) && !is_quantity(value)) {
        return device.with(path, revalued(*target, value));
    }
    if (!value.is_map() || is_quantity(value)) return device.with(path, value);
    YamlNode changed = device;
    for (const YamlEntry& entry : value.entries()) {
        changed = set(changed, fmt::format("{}.{}", path, entry.key), entry.value);
    }
    return changed;
}

}  // namespace

bool is_quantity(const YamlNode& node) {
    return node.find(kValue) != nullptr;
}

YamlNode load_device_file(const std::filesystem::path& file) {
    return load_over_bases(file, 0);
}

YamlNode with_settings(const YamlNode& device, const YamlNode& settings) {
    YamlNode changed = device;
    for (const YamlEntry& entry : settings.as_map()) {
        changed = set(changed, entry.key, entry.value);
    }
    return changed;
}

}  // namespace xdnasim::arch
