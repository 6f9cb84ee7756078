#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/parameters/table.hpp"
#include "base/spelling.hpp"
#include "base/yaml.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

using base::Node;
using parameters::kAnyItem;
using Words = std::vector<std::string>;  ///< words of a dotted path

constexpr std::size_t kMaxNamed = 4;  // limit of the suggested paths

Words words_of(std::string_view path) {
    Words words;
    while (true) {
        const std::size_t dot = path.find('.');
        words.emplace_back(path.substr(0, dot));
        if (dot == std::string_view::npos) return words;
        path.remove_prefix(dot + 1);
    }
}

std::string path_of(const Words& words) {
    return fmt::format("{}", fmt::join(words, "."));
}

bool is_number(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Keys that a file with the workload of `root` may have; those of all workloads if `root` names
/// none.
std::vector<Words> keys_of_files(const Node& root, std::span<const WorkloadEntry> workloads) {
    const Node* const named = root.find("workload");
    const auto chosen =
        named == nullptr
            ? workloads.end()
            : std::ranges::find(workloads, std::string_view{named->text()}, &WorkloadEntry::name);
    const auto is_of_another = [&](const std::string& key) {
        return chosen != workloads.end() && key != chosen->name &&
               std::ranges::find(workloads, std::string_view{key}, &WorkloadEntry::name) !=
                   workloads.end();
    };
    std::vector<Words> keys;
    // A device limits the values of keys, but has no effect on which keys exist.
    for (Section& section : describe_problem({}, workloads)) {
        const Node* const present = root.find(section.name);
        if (chosen != workloads.end() && chosen->name == section.name &&
            chosen->describe_like != nullptr && present != nullptr && present->is_map())
            section.keys = chosen->describe_like(*present, {});
        for (const parameters::Description& key : section.keys) {
            Words words = words_of(parameters::joined(section.name, key.path));
            if (!is_of_another(words.front())) keys.push_back(std::move(words));
        }
    }
    return keys;
}

/// Appends the paths of all nodes in `node`.
void append_paths(const Node& node, Words& path, std::vector<Words>& paths) {
    const auto append = [&](const std::string& word, const Node& value) {
        path.push_back(word);
        paths.push_back(path);
        append_paths(value, path, paths);
        path.pop_back();
    };
    for (const base::Entry& entry : node.entries())
        append(entry.key, entry.value);
    if (!node.is_sequence()) return;
    for (std::size_t i = 0; const Node& item : node.as_sequence())
        append(std::to_string(i++), item);
}

bool begins_with(const Words& words, const Words& start) {
    return words.size() >= start.size() && std::equal(start.begin(), start.end(), words.begin());
}

/// Does `path` contain all of `words` in their order, and end with the last of them?
bool has_in_order(const Words& path, const Words& words) {
    auto at = words.begin();
    for (const std::string& word : path)
        if (at != words.end() && word == *at) ++at;
    return at == words.end() && path.back() == words.back();
}

/// Does `root` have a value at `path`? Whether it is allowed there is left to its reader.
bool stands_in(const Node& root, const Words& path) {
    const Node* node = &root;
    for (auto word = path.begin(); word != path.end() && node != nullptr; ++word)
        node = node->find(*word);
    return node != nullptr;
}

/// Length of the longest beginning of `words` that is the beginning of a key.
std::size_t known_words(const std::vector<Words>& keys, const Words& words) {
    for (std::size_t count = words.size(); count > 0; --count) {
        const Words start(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
        if (std::ranges::any_of(keys, [&](const Words& key) { return begins_with(key, start); }))
            return count;
    }
    return 0;
}

/// The keys directly below `start`, without items of lists.
std::vector<std::string> keys_in(const std::vector<Words>& keys, const Words& start) {
    std::vector<std::string> names;
    for (const Words& key : keys) {
        if (key.size() <= start.size() || !begins_with(key, start)) continue;
        const std::string& name = key[start.size()];
        if (name != kAnyItem && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return names;
}

std::vector<std::string> paths_with(const Words& words, std::vector<Words> paths) {
    std::vector<std::string> found;
    for (const Words& path : paths) {
        const bool is_of_any_item = std::ranges::find(path, kAnyItem) != path.end();
        if (is_of_any_item || !has_in_order(path, words)) continue;
        if (std::string name = path_of(path); std::ranges::find(found, name) == found.end())
            found.push_back(std::move(name));
    }
    return found;
}

/// A word of a path that no key has at that position.
struct UnknownWord {
    std::string word;
    std::vector<std::string> allowed;  ///< words that are allowed in its place
    std::vector<std::string> meant;    ///< paths that may have been meant
};

/// Finds the first unknown word of `key`, and suggestions from `keys` and from `root`.
std::optional<UnknownWord> find_unknown(const std::vector<Words>& keys, const std::string& key,
                                        const Node& root) {
    const Words words = words_of(key);
    Words generic = words;
    for (std::string& word : generic)
        if (is_number(word)) word = kAnyItem;
    const std::size_t known = known_words(keys, generic);
    const Words start(generic.begin(), generic.begin() + static_cast<std::ptrdiff_t>(known));
    std::vector<std::string> allowed = keys_in(keys, start);
    // What may follow the last known key is checked by the reader of that key.
    if (known == words.size() || allowed.empty()) return std::nullopt;
    std::vector<Words> paths = keys;
    Words path;
    append_paths(root, path, paths);
    return UnknownWord{words[known], std::move(allowed), paths_with(words, std::move(paths))};
}

}  // namespace

void refuse_replaced_parts(std::span<const Setting> settings) {
    for (auto later = settings.begin(); later != settings.end(); ++later)
        for (auto before = settings.begin(); before != later; ++before)
            if (before->key.starts_with(later->key + '.'))
                later->value.fail(
                    fmt::format("{0} replaces {1}, which is set before it. Set {0} first, or only "
                                "one of the two",
                                later->key, before->key));
}

void refuse_partial_path(const Setting& setting, const Node& root,
                         std::span<const WorkloadEntry> workloads) {
    if (!root.is_map() || stands_in(root, words_of(setting.key))) return;
    const auto unknown = find_unknown(keys_of_files(root, workloads), setting.key, root);
    if (!unknown || unknown->meant.empty() || unknown->meant.size() > kMaxNamed) return;
    setting.value.fail(fmt::format("unknown key {}{} allowed: {}", base::in_quotes(unknown->word),
                                   base::did_you_mean(unknown->meant),
                                   fmt::join(unknown->allowed, ", ")));
}

namespace {

/// Keys of the device of `root`, each below device.set.
std::vector<Words> keys_of_device(const Node& root, const std::filesystem::path& folder) {
    std::vector<Words> keys;
    const std::string of_device{kDeviceSet};
    try {
        const arch::Device device = device_of(root, folder);
        for (const parameters::Description& key : device.plain_keys)
            keys.push_back(words_of(of_device + key.path));
        for (const arch::Quantity& quantity : device.quantities)
            keys.push_back(words_of(of_device + quantity.path));
    } catch (const base::InputError&) {
        // The reader of the problem reports what is wrong with its device.
    }
    return keys;
}

}  // namespace

void refuse_path_of_device(const Setting& setting, const Node& root,
                           const std::filesystem::path& folder,
                           std::span<const WorkloadEntry> workloads) {
    Words words = words_of(setting.key);
    if (!root.is_map() || stands_in(root, words)) return;
    std::vector<std::string> allowed{"base", "set"};
    if (words.size() > 1 && words.front() == "device")
        words.erase(words.begin());
    else if (root.find(words.front()) != nullptr)
        return;
    else
        allowed = keys_in(keys_of_files(root, workloads), {});
    if (std::ranges::find(allowed, words.front()) != allowed.end()) return;
    const std::vector<std::string> meant = paths_with(words, keys_of_device(root, folder));
    if (meant.empty() || meant.size() > kMaxNamed) return;
    setting.value.fail(fmt::format("unknown key {}{} allowed: {}", base::in_quotes(words.front()),
                                   base::did_you_mean(meant), fmt::join(allowed, ", ")));
}

std::set<std::string> keys_of(const Node& root, const std::filesystem::path& folder,
                              std::span<const WorkloadEntry> workloads) {
    std::set<std::string> keys;
    for (const Words& words : keys_of_files(root, workloads))
        keys.insert(path_of(words));
    for (const Words& words : keys_of_device(root, folder))
        keys.insert(path_of(words));
    return keys;
}

void require_key(const std::string& path, const base::Place& place, const Node& root,
                 const std::set<std::string>& keys) {
    std::vector<Words> words;
    for (const std::string& key : keys)
        words.push_back(words_of(key));
    const auto unknown = find_unknown(words, path, root);
    if (!unknown) return;
    std::string hint = base::suggestion(unknown->word, unknown->allowed);
    if (!unknown->meant.empty() && unknown->meant.size() <= kMaxNamed)
        hint = base::did_you_mean(unknown->meant);
    base::fail_at(place, fmt::format("{}: unknown key {}{}{} allowed: {}", path,
                                     base::in_quotes(unknown->word), hint, hint.empty() ? ";" : "",
                                     fmt::join(unknown->allowed, ", ")));
}

}  // namespace xdnasim::problem
