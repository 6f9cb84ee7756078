#include "workloads/problem/named_files.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/named_path.hpp"

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
    design::ReadFiles read;
    return files_of_workload(root, read);
}

std::vector<fs::path> files_of_workload(const base::Node& root, design::ReadFiles& read) {
    if (const base::Node* section = section_of(root, "design"))
        return design::named_files(*section, read);
    if (const base::Node* section = section_of(root, "netlist")) return files_of_netlist(*section);
    return {};
}

std::vector<base::Node> outputs_of_workload(const base::Node& root) {
    const base::Node* const section = section_of(root, "design");
    return section != nullptr ? design::named_outputs(*section) : std::vector<base::Node>{};
}

bool may_name_device(const Setting& setting) {
    return setting.key == "device" || setting.key == "device.base";
}

bool may_name_files_of_workload(const Setting& setting) {
    constexpr std::array<std::string_view, 5> kKeys{"workload", "netlist", "netlist.file",
                                                    "netlist.result", "design"};
    if (std::ranges::find(kKeys, setting.key) != kKeys.end()) return true;
    constexpr std::string_view kDesign = "design.";
    return setting.key.starts_with(kDesign) &&
           design::may_name_files(std::string_view{setting.key}.substr(kDesign.size()),
                                  setting.value);
}

}  // namespace xdnasim::problem
