#include "workloads/design/named_files.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/named_path.hpp"
#include "base/yaml.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;

using Keys = std::span<const std::string_view>;

// Keys of a description whose values are paths.
constexpr std::array<std::string_view, 2> kPathsOfKernels{"program", "library"};
constexpr std::array<std::string_view, 1> kPathsOfPorts{"data"};
/// Keys whose values are maps from arguments to paths.
constexpr std::array<std::string_view, 2> kArguments{"inputs", "expect"};

bool is_named(const base::Node& node) {
    return node.is_scalar() && !node.text().empty();
}

class NamedFiles {
 public:
    NamedFiles(const base::Node& section, base::ReadFiles& read) : section_{section}, read_{read} {
        fs::path folder;
        if (const base::Node* file = section.find("file"))
            if (const auto design = add(*file)) folder = design->parent_path();
        add_described("kernels", folder, kKernelsFile, kPathsOfKernels);
        add_described("ports", folder, kPortsFile, kPathsOfPorts);
        if (const base::Node* instructions = section.find("instructions")) add(*instructions);
        for (const std::string_view key : kArguments)
            if (const base::Node* arguments = section.find(key))
                for (const base::Entry& entry : arguments->entries())
                    add(entry.value);
    }

    [[nodiscard]] std::vector<fs::path> take() { return std::move(files_); }

 private:
    std::optional<fs::path> add(const base::Node& node) {
        if (!is_named(node)) return std::nullopt;
        return files_.emplace_back(base::named_path(node));
    }

    /// Adds the file that `key` names, or the file `beside` in `folder`, which describes things by
    /// name. Also adds the files at the keys `paths` of the descriptions.
    void add_described(const char* key, const fs::path& folder, const char* beside, Keys paths) {
        const base::Node* const node = section_.find(key);
        if (node != nullptr && node->is_map()) {
            add_paths(*node, folder, paths);
            return;
        }
        const auto file = node != nullptr ? add(*node) : std::optional{folder / beside};
        if (!file) return;
        const std::optional<base::Node>& root = content_of(*file);
        std::error_code ignored;
        if (node == nullptr && fs::exists(*file, ignored)) files_.push_back(*file);
        if (!root) return;
        if (const base::Node* described = root->find(key))
            add_paths(*described, file->parent_path(), paths);
    }

    /// The content of a YAML file; nullopt if it cannot be read: its reader reports the error.
    const std::optional<base::Node>& content_of(const fs::path& file) {
        const auto [at, is_new] = read_.try_emplace(file);
        if (!is_new) return at->second;
        try {
            at->second = base::load_yaml(file);
        } catch (const base::InputError&) {
            at->second = std::nullopt;
        }
        return at->second;
    }

    void add_paths(const base::Node& described, const fs::path& folder, Keys paths) {
        for (const base::Entry& entry : described.entries())
            for (const std::string_view path : paths)
                if (const base::Node* node = entry.value.find(path))
                    files_.push_back(folder / node->text());
    }

    const base::Node& section_;
    base::ReadFiles& read_;
    std::vector<fs::path> files_;
};

}  // namespace

std::vector<fs::path> named_files(const base::Node& section, base::ReadFiles& read) {
    return NamedFiles{section, read}.take();
}

bool may_name_files(std::string_view key, const base::Node& value) {
    const std::string_view first = key.substr(0, key.find('.'));
    if (key == "file" || key == "instructions") return true;
    if (std::ranges::find(kArguments, first) != kArguments.end()) return true;
    if (first != "kernels" && first != "ports") return false;
    if (first == key || value.is_map()) return true;
    const Keys paths = first == "kernels" ? Keys{kPathsOfKernels} : Keys{kPathsOfPorts};
    return std::ranges::find(paths, key.substr(key.rfind('.') + 1)) != paths.end();
}

std::vector<base::Node> named_outputs(const base::Node& section) {
    std::vector<base::Node> outputs;
    if (const base::Node* arguments = section.find("outputs"); arguments && arguments->is_map())
        for (const base::Entry& entry : arguments->entries())
            if (is_named(entry.value)) outputs.push_back(entry.value);
    return outputs;
}

}  // namespace xdnasim::design
