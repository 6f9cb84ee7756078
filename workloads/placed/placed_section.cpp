// The section `netlist` of a problem file, and the problem that a result file stands for.

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/json.hpp"
#include "base/named_path.hpp"
#include "base/text_file.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::placed {
namespace {

using base::Node;
using parameters::OneOf;
using parameters::Whole;
using Table = parameters::Table<PlacedDesign>;

constexpr std::int64_t kMaxFirings = 1'000'000'000;
constexpr std::int64_t kMaxObject = std::int64_t{1} << 20;
constexpr std::int64_t kMaxRate = 4096;

/// Adds a key whose text is stored in `member`.
void add_source(Table& table, const char* key, const char* allowed, const char* text,
                std::string PlacedDesign::*member, bool is_path) {
    table.special(
        key, allowed, {"", text},
        [member, is_path](const Node& node, PlacedDesign& design) {
            design.*member = is_path ? base::named_path(node).string() : node.as_string();
            if (is_path) base::require_file(design.*member, node.place());
        },
        [member](const PlacedDesign& design) {
            const std::string& name = design.*member;
            return name.empty() ? parameters::Value{} : parameters::Value{name};
        });
}

/// Adds the key `result`: a path, or the content of such a file as a map.
void add_result(Table& table) {
    table.special(
        "result", "a path, or a map", {"", "a placed netlist, as `xdnasim place -o` writes it"},
        [](const Node& node, PlacedDesign& design) {
            if (node.is_map()) {
                design.result = node.place().source != nullptr ? *node.place().source : "itself";
                return;
            }
            design.result = base::named_path(node).string();
            base::require_file(design.result, node.place());
        },
        [](const PlacedDesign& design) {
            return design.result.empty() ? parameters::Value{} : parameters::Value{design.result};
        });
}

bool is_searched(const PlacedDesign& design) {
    return design.result.empty();
}

void add_question(Table& table) {
    table
        .optional(
            "placer", OneOf{placement::kMethods},
            {"",
             fmt::format("method of the placement (default: {})", to_string(Question{}.placer))},
            [](auto& design) -> auto& { return design.question.placer; })
        .when(is_searched)
        .optional(
            "seed", Whole{0, placement::kMaxSeed},
            {"", fmt::format("seed of the placer (default: {})", Question{}.seed)},
            [](auto& design) -> auto& { return design.question.seed; })
        .when(is_searched)
        .optional(
            "moves", Whole{1, placement::kMaxMoves},
            {"moves",
             fmt::format("number of moves of the annealing (default: {})", Question{}.moves)},
            [](auto& design) -> auto& { return design.question.moves; })
        .when(is_searched)
        .optional(
            "streams",
            OneOf<placement::StreamMode>{
                {placement::kStreamModes.begin(), placement::kStreamModes.end()}},
            {"",
             fmt::format(
                 "kind of the streams; mixed: packets only where channels are short (default: {})",
                 to_string(Question{}.streams))},
            [](auto& design) -> auto& { return design.question.streams; })
        .when(is_searched);
}

void load_result(const Node& result, const arch::Device& device, PlacedDesign& design) {
    // An array in which several MEM or SHIM cores may share a tile, as the device allows.
    const placement::Array array{device, {.mem_tiles = placement::TileSharing::Shared}};
    const Node root = result.is_map() ? result : base::load_json(design.result);
    design.contents = {{"result", base::fingerprint(root.to_flow())}};
    const Node* const netlist = root.find("netlist");
    if (netlist == nullptr)
        root.fail("the result has no netlist. Use a file written by `place -o`");
    design.netlist = netlist::read_netlist(*netlist, "netlist");
    design.solution = placement::read_solution(root, design.netlist, array);
    const auto found = placement::breaches(design.netlist, array, design.solution);
    if (!found.empty())
        root.fail(fmt::format("not legal: {}{}", found.front().text(),
                              found.size() > 1 ? fmt::format("; {} more", found.size() - 1) : ""));
}

/// Loads the netlist; `section` gives the position of errors in the choice of its source.
void load_netlist(const Node& section, PlacedDesign& design) {
    const int named = static_cast<int>(!design.file.empty()) +
                      static_cast<int>(!design.suite.empty()) +
                      static_cast<int>(!design.result.empty());
    if (named != 1)
        section.fail(fmt::format("netlist: {} of the keys file, suite and result given. Give one",
                                 named == 0 ? "none" : "several"));
    if (!design.file.empty()) {
        design.netlist = netlist::load_netlist(design.file);
        design.contents = {{"file", base::fingerprint(netlist::canonical_json(design.netlist))}};
    }
    if (design.suite.empty()) return;
    try {
        design.netlist = netlist::suite_netlist(design.suite);
    } catch (const base::InputError& error) {
        section.find("suite")->fail(error.what());
    }
}

}  // namespace

Table parameter_table() {
    Table table;
    add_source(table, "file", "a path", "a netlist (JSON)", &PlacedDesign::file, true);
    add_source(table, "suite", "a name", "a netlist of the benchmark (`xdnasim netlist`)",
               &PlacedDesign::suite, false);
    add_result(table);
    add_question(table);
    table
        .optional(
            "firings", Whole{1, kMaxFirings},
            {"objects",
             fmt::format(
                 "number of objects that each shim sends and receives over each net (default: {})",
                 PlacedDesign{}.firings)},
            [](auto& design) -> auto& { return design.firings; })
        .optional(
            "object_bytes", Whole{arch::kWord.count(), kMaxObject},
            {"bytes",
             "size of the objects of all nets; what a link splits or joins has the size of its "
             "parts (default: that of the netlist)"},
            [](auto& design) -> auto& { return design.object; })
        .check([](const Node& node, const PlacedDesign& design) {
            if (*design.object % arch::kWord != arch::Bytes{})
                node.fail(fmt::format("'{}' is not a multiple of {}, the bytes of a word",
                                      node.text(), arch::kWord.count()));
        })
        .optional(
            "cycles_per_firing", Whole{1, parameters::kMaxCyclesPerCall},
            {"cycles", fmt::format("cycles of a firing, without those of its objects (default: {})",
                                   PlacedDesign{}.call.count())},
            [](auto& design) -> auto& { return design.call; })
        .optional(
            "bytes_per_cycle", Whole{1, kMaxRate},
            {"bytes",
             fmt::format("bytes of objects that a core reads and writes in a cycle (default: {})",
                         PlacedDesign{}.per_cycle.count())},
            [](auto& design) -> auto& { return design.per_cycle; });
    return table;
}

std::shared_ptr<const schedule::Workload> read_section(const Node& section,
                                                       const arch::Device& device) {
    PlacedDesign design;
    parameter_table().read(section, "netlist", design);
    load_netlist(section, design);
    if (is_searched(design))
        find_place(design, device);
    else
        load_result(*section.find("result"), device, design);
    require_runnable(design);
    design.netlist = with_objects(std::move(design.netlist), design.object);
    return std::make_shared<PlacedWorkload>(std::move(design));
}

std::shared_ptr<const PlacedWorkload> workload_of(const netlist::Netlist& netlist,
                                                  const placement::Solution& solution,
                                                  std::int64_t firings) {
    PlacedDesign design;
    design.netlist = netlist;
    design.solution = solution;
    design.firings = firings;
    require_runnable(design);
    design.netlist = with_objects(std::move(design.netlist), std::nullopt);
    return std::make_shared<PlacedWorkload>(std::move(design));
}

std::vector<parameters::Description> describe_section(const arch::Device& /*device*/) {
    return parameter_table().descriptions();
}

namespace {

/// Keys whose values are paths.
constexpr std::array<std::string_view, 2> kPaths{"file", "result"};

}  // namespace

std::vector<std::filesystem::path> named_files(const Node& section, base::ReadFiles& /*read*/) {
    std::vector<std::filesystem::path> files;
    for (const std::string_view key : kPaths)
        if (const Node* node = section.find(key); node != nullptr && !node->text().empty())
            files.push_back(base::named_path(*node));
    return files;
}

bool may_name_files(std::string_view key, const Node& /*value*/) {
    return std::ranges::find(kPaths, key) != kPaths.end();
}

bool is_result(const Node& root) {
    return root.is_map() && root.find("workload") == nullptr &&
           (root.find("tiles") != nullptr || root.find("nodes") != nullptr);
}

Node problem_of(const Node& root, const Node& result) {
    const Node* const device = root.find("device");
    if (root.find("tiles") == nullptr)
        root.fail("this netlist is not placed. Place it with `xdnasim place -o`");
    if (device == nullptr)
        root.fail("this placed netlist has no device. Use a file written by `xdnasim place -o`");
    const base::Place place{root.place().source, 0, 0};
    const auto scalar = [&](const std::string& text) {
        return Node::scalar(place, text, base::Form::Quoted);
    };
    const auto section = Node::map(place, {{"result", place, result}});
    return Node::map(place, {{"device", place, scalar(placement::device_of(device->as_string()))},
                             {"workload", place, scalar("netlist")},
                             {"netlist", place, section}});
}

}  // namespace xdnasim::placed
