#include "xdnasim/workloads/problem/problem.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/arch/error.hpp"
#include "xdnasim/arch/map_reader.hpp"
#include "xdnasim/arch/yaml_document.hpp"
#include "xdnasim/workloads/gemm/gemm_tiling.hpp"
#include "xdnasim/workloads/problem/gemm_section.hpp"

namespace xdnasim::problem {
namespace {

using arch::YamlNode;
namespace fs = std::filesystem;

constexpr std::array<std::string_view, 1> kWorkloads{"gemm"};

/// The device file that `node` names. A relative path counts from `folder`, that of the
/// problem file; one given by `--set` counts from the caller's.
fs::path device_file(const YamlNode& node, const fs::path& folder) {
    const std::string& name = node.as_string();
    const fs::path path{name};
    const bool from_file = node.place().line > 0;
    const bool is_path = path.has_parent_path() || path.extension() == ".yaml";
    try {
        return arch::find_device(from_file && is_path ? (folder / path).string() : name);
    } catch (const arch::InputError& error) {
        node.fail(error.what());
    }
}

/// A name, a path, or {base: name or path, set: {path of a number: value}}.
arch::Device read_device(const YamlNode& node, const fs::path& folder) {
    if (!node.is_map()) return arch::load_device(device_file(node, folder));
    arch::MapReader reader{node, "device"};
    const fs::path base = device_file(reader.require("base"), folder);
    const YamlNode& changes = reader.require("set");
    reader.finish();
    return arch::load_device(base, changes);
}

/// The node at the dotted `path`, or as far along it as the file goes.
const YamlNode& nearest_node(const YamlNode& root, std::string_view path) {
    const YamlNode* node = &root;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const YamlNode* next = node->find(path.substr(0, dot));
        if (next == nullptr) break;
        node = next;
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return *node;
}

/// Refuses what cannot be tiled here, where the place in the file is known.
void check_tiling(const gemm::GemmProblem& problem, const arch::Device& device,
                  const YamlNode& root) {
    try {
        static_cast<void>(gemm::tile_problem(problem, device));
    } catch (const gemm::MappingError& error) {
        nearest_node(root, error.key()).fail(error.what());
    }
}

}  // namespace

Problem load_problem(const fs::path& file, std::span<const Setting> settings) {
    auto document = arch::YamlDocument::load(file);
    for (const Setting& setting : settings)
        document = document.with(setting.key, setting.value);

    arch::MapReader reader{document.root()};
    arch::Device device = read_device(reader.require("device"), file.parent_path());
    static_cast<void>(reader.require("workload").as_choice(kWorkloads));
    gemm::GemmProblem gemm = read_gemm(reader.require("gemm"), device);
    reader.finish();
    check_tiling(gemm, device, document.root());
    return {.device = std::move(device), .gemm = gemm};
}

}  // namespace xdnasim::problem
