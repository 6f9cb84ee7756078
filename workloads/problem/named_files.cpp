#include "workloads/problem/named_files.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/named_path.hpp"
#include "workloads/design/named_files.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

namespace fs = std::filesystem;

/// Of the problem `root`, if that is its workload.
const base::Node* section_of(const base::Node& root, std::string_view workload) {
    const base::Node* const chosen = root.find("workload");
    return chosen != nullptr && chosen->text() == workload ? root.find(workload) : nullptr;
}

std::vector<fs::path> files_of_netlist(const base::Node& section) {
    std::vector<fs::path> files;
    for (const char* const key : {"file", "result"})
        if (const base::Node* node = section.find(key); node != nullptr && !node->text().empty())
            files.push_back(base::named_path(*node));
    return files;
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
        return {};  // whoever reads it says what is wrong with it
    }
}

std::vector<fs::path> files_of_workload(const base::Node& root) {
    if (const base::Node* section = section_of(root, "design"))
        return design::named_files(*section);
    if (const base::Node* section = section_of(root, "netlist")) return files_of_netlist(*section);
    return {};
}

std::vector<base::Node> outputs_of_workload(const base::Node& root) {
    const base::Node* const section = section_of(root, "design");
    return section != nullptr ? design::named_outputs(*section) : std::vector<base::Node>{};
}

bool may_name_files(std::string_view key) {
    constexpr std::array<std::string_view, 4> kSections{"device", "workload", "design", "netlist"};
    return !key.starts_with(kDeviceSet) &&
           std::ranges::find(kSections, key.substr(0, key.find('.'))) != kSections.end();
}

}  // namespace xdnasim::problem
