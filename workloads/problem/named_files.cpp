#include "workloads/problem/named_files.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "arch/device_file.hpp"
#include "base/error.hpp"

namespace xdnasim::problem {
namespace {

namespace fs = std::filesystem;

/// Entry of the workload of `root`, if its section is present and may name files; otherwise
/// nullptr.
const WorkloadEntry* naming_entry(const base::Node& root) {
    const base::Node* const chosen = root.find("workload");
    if (chosen == nullptr) return nullptr;
    for (const WorkloadEntry& entry : known_workloads())
        if (entry.files && chosen->text() == entry.name && root.find(entry.name) != nullptr)
            return &entry;
    return nullptr;
}

}  // namespace

fs::path device_file(const base::Node& node, const fs::path& folder) {
    const std::string& name = node.as_string();
    const bool from_file = node.place().line > 0;
    const fs::path callers;
    try {
        return from_file ? arch::find_device(name, folder, callers)
                         : arch::find_device(name, callers, folder);
    } catch (const base::InputError& error) {
        node.fail(error.what());
    }
}

std::vector<fs::path> files_of_device(const base::Node& root, const fs::path& folder) {
    const base::Node* const device = root.find("device");
    if (device == nullptr) return {};
    const base::Node* const base = device->is_map() ? device->find("base") : device;
    if (base == nullptr || !base->is_scalar()) return {};
    try {
        return arch::device_file_chain(device_file(*base, folder));
    } catch (const base::InputError&) {
        return {};  // the reader of the file reports what is wrong with it
    }
}

std::vector<fs::path> files_of_workload(const base::Node& root) {
    base::ReadFiles read;
    return files_of_workload(root, read);
}

std::vector<fs::path> files_of_workload(const base::Node& root, base::ReadFiles& read) {
    const WorkloadEntry* const entry = naming_entry(root);
    if (entry == nullptr) return {};
    return entry->files->read(*root.find(entry->name), read);
}

std::vector<base::Node> outputs_of_workload(const base::Node& root) {
    const WorkloadEntry* const entry = naming_entry(root);
    if (entry == nullptr || entry->files->written == nullptr) return {};
    return entry->files->written(*root.find(entry->name));
}

bool may_name_device(const Setting& setting) {
    return setting.key == "device" || setting.key == "device.base";
}

bool may_name_files_of_workload(const Setting& setting) {
    const std::string_view path{setting.key};
    if (path == "workload") return true;
    const std::string_view section = path.substr(0, path.find('.'));
    const auto workloads = known_workloads();
    return std::ranges::any_of(workloads, [&](const WorkloadEntry& entry) {
        if (!entry.files || entry.name != section) return false;
        return path == section ||
               entry.files->may_change(path.substr(section.size() + 1), setting.value);
    });
}

}  // namespace xdnasim::problem
