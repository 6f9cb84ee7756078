#include "workloads/design/named_files.hpp"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/named_path.hpp"
#include "base/yaml.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;

bool is_named(const base::Node& node) {
    return node.is_scalar() && !node.text().empty();
}

class NamedFiles {
 public:
    explicit NamedFiles(const base::Node& section) : section_{section} {
        fs::path folder;
        if (const base::Node* file = section.find("file"))
            if (const auto design = add(*file)) folder = design->parent_path();
        add_described("kernels", folder, kKernelsFile, {"program", "library"});
        add_described("ports", folder, kPortsFile, {"data"});
        if (const base::Node* instructions = section.find("instructions")) add(*instructions);
        for (const char* const key : {"inputs", "expect"})
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

    /// What `key` says, or the file called `beside` in `folder`: a map from names to what `paths`
    /// name, too.
    void add_described(const char* key, const fs::path& folder, const char* beside,
                       std::initializer_list<std::string_view> paths) {
        const base::Node* const node = section_.find(key);
        if (node != nullptr && node->is_map()) {
            add_paths(*node, folder, paths);
            return;
        }
        const auto file = node != nullptr ? add(*node) : std::optional{folder / beside};
        std::error_code ignored;
        if (!file || !fs::exists(*file, ignored)) return;
        if (node == nullptr) files_.push_back(*file);
        try {
            const base::Node root = base::load_yaml(*file);
            if (const base::Node* described = root.find(key))
                add_paths(*described, file->parent_path(), paths);
        } catch (const base::InputError&) {
            return;  // whoever reads it says what is wrong with it
        }
    }

    void add_paths(const base::Node& described, const fs::path& folder,
                   std::initializer_list<std::string_view> paths) {
        for (const base::Entry& entry : described.entries())
            for (const std::string_view path : paths)
                if (const base::Node* node = entry.value.find(path))
                    files_.push_back(folder / node->text());
    }

    const base::Node& section_;
    std::vector<fs::path> files_;
};

}  // namespace

std::vector<fs::path> named_files(const base::Node& section) {
    return NamedFiles{section}.take();
}

std::vector<base::Node> named_outputs(const base::Node& section) {
    std::vector<base::Node> outputs;
    if (const base::Node* arguments = section.find("outputs"); arguments && arguments->is_map())
        for (const base::Entry& entry : arguments->entries())
            if (is_named(entry.value)) outputs.push_back(entry.value);
    return outputs;
}

}  // namespace xdnasim::design
