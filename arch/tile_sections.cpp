#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arch/device_sections.hpp"
#include "base/parameters/table.hpp"

namespace xdnasim::arch {

namespace {

constexpr int kMaxPorts = 32;
constexpr int kMaxRegisterBits = 48;
constexpr int kMaxFieldBits = 16;  ///< largest width of a field that shares a register
constexpr int kMaxMemory = 1 << 30;
constexpr int kMaxBanks = 256;

const std::vector<std::string>& bundle_names() {
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> all;
        for (int index = 0; index < kSwitchBundles; ++index)
            all.push_back(to_string(static_cast<Bundle>(index)));
        return all;
    }();
    return kNames;
}

Bundle bundle_named(const base::Node& name) {
    const std::vector<std::string_view> views{bundle_names().begin(), bundle_names().end()};
    return static_cast<Bundle>(name.as_choice(views));
}

std::vector<Bundle> bundle_list(const base::Node& list) {
    std::vector<Bundle> bundles;
    for (const base::Node& name : list.as_sequence())
        bundles.push_back(bundle_named(name));
    if (bundles.empty()) list.fail("an empty list; allowed: one or more port bundles");
    return bundles;
}

/// Names of ConnectionRule::Channels, in the order of its enumerators.
constexpr std::array<std::string_view, 3> kChannelRules{"any", "same-if-same-bundle", "same"};

parameters::Table<ConnectionRule> make_rule_table() {
    const std::string bundles =
        fmt::format("a list of {}", parameters::joined_alternatives(bundle_names()));
    parameters::Table<ConnectionRule> table;
    table
        .required_read(
            "from", bundles, {"", "port bundles of slaves"},
            [](const base::Node& node, ConnectionRule& rule) { rule.from = bundle_list(node); })
        .required_read(
            "to", bundles, {"", "port bundles of masters that each of these may lead to"},
            [](const base::Node& node, ConnectionRule& rule) { rule.to = bundle_list(node); })
        .optional_read("channels", alternatives(kChannelRules),
                       {"", "how the channels' numbers must match"},
                       [](const base::Node& node, ConnectionRule& rule) {
                           rule.channels =
                               static_cast<ConnectionRule::Channels>(node.as_choice(kChannelRules));
                       })
        .optional(
            "only_to_channel", parameters::Whole{0, kMaxPorts - 1},
            {"", "the only channel of the master that they may lead to; left out: any"},
            [](auto& rule) -> auto& { return rule.only_to_channel; });
    return table;
}

const parameters::Table<ConnectionRule>& rule_table() {
    static const parameters::Table<ConnectionRule> kTable = make_rule_table();
    return kTable;
}

std::array<PortCount, kSwitchBundles> read_ports(const base::Node& map) {
    std::array<PortCount, kSwitchBundles> ports{};
    for (const base::Entry& entry : map.as_map()) {
        const Bundle bundle = bundle_named(base::Node::scalar(entry.place, entry.key));
        const std::vector<int> counts = integer_list(entry.value, 2, 0, kMaxPorts);
        ports[static_cast<std::size_t>(bundle)] = {.masters = counts[0], .slaves = counts[1]};
    }
    return ports;
}

SwitchModel read_switch(QuantityReader section) {
    SwitchModel model;
    model.ports =
        read_ports(section.value("ports", "masters, slaves",
                                 fmt::format("a map from {} to a list of 2 {}",
                                             parameters::joined_alternatives(bundle_names()),
                                             parameters::Whole{0, kMaxPorts}.text())));
    for (const base::Node& rule :
         section.value("connections", "rules", "a list of maps").as_sequence())
        rule_table().read(rule, "connection", model.rules.emplace_back());
    section.add_members("connections", "N", rule_table().descriptions());
    model.arbiters = section.integer("arbiters", "arbiters", 0, 64);
    model.msels = section.integer("msels", "msels per arbiter", 0, 64);
    model.packet_slots = section.integer("packet_slots", "slots per slave port", 0, 64);
    section.finish();
    return model;
}

BdLimits read_bd(QuantityReader section) {
    BdLimits bd;
    const auto bits = [&](const char* key, int min) {
        return section.integer(key, "bit", min, kMaxRegisterBits);
    };
    bd.dimensions = section.integer("dimensions", "dimensions", 1, kMaxBdDimensions);
    bd.length_bits = bits("length_bits", 1);
    bd.address_bits = bits("address_bits", 0);
    bd.step_bits = bits("step_bits", 0);
    bd.wrap_bits = bits("wrap_bits", 1);
    bd.iteration_step_bits = bits("iteration_step_bits", 0);
    bd.iteration_wrap_bits = bits("iteration_wrap_bits", 0);
    const auto padding = section.integers("padding_bits", "bit", bd.padding_bits.size(), 0, 16);
    std::ranges::copy(padding, bd.padding_bits.begin());
    section.finish();
    return bd;
}

DmaModel read_dma(QuantityReader section) {
    DmaModel dma;
    dma.s2mm_channels = section.integer("s2mm_channels", "channels", 1, kMaxPorts);
    dma.mm2s_channels = section.integer("mm2s_channels", "channels", 1, kMaxPorts);
    dma.bds = section.integer("bds", "BDs", 1, 256);
    dma.bds_split_by_parity = section.flag("bds_split_by_parity");
    dma.neighbour_channels = section.integer("neighbour_channels", "channels", 0,
                                             std::max(dma.s2mm_channels, dma.mm2s_channels));
    dma.task_queue_depth = section.integer("task_queue_depth", "tasks", 1, 64);
    dma.max_repeat = section.integer("max_repeat", "repeats", 0, 65'535);
    dma.bd = read_bd(section.section("bd"));
    section.finish();
    return dma;
}

struct MemoryMin {
    int bytes;
    int banks;
};

/// Smallest memory of a kind of tile. A shim has no data memory.
MemoryMin min_of_memory(TileKind kind) {
    constexpr int kWordBytes = static_cast<int>(kWord.count());
    switch (kind) {
        case TileKind::Shim:
            return {0, 0};
        case TileKind::MemTile:
            return {kWordBytes, 1};
        case TileKind::CompTile:
            break;
    }
    return {kWordBytes, kBanksOfAPair};
}

/// Requires an even number of banks, since a vector access of a core takes two, and a memory that
/// falls into banks of whole words. Throws base::InputError otherwise.
void require_whole_banks(const QuantityReader& tile, const TileModel& model) {
    if (model.banks % kBanksOfAPair != 0)
        tile.refuse("banks", fmt::format("{} banks are not pairs; allowed: even numbers of banks",
                                         model.banks));
    const std::int64_t unit = kWord.count() * model.banks;
    if (model.memory.count() % unit == 0) return;
    const std::string message = fmt::format(
        "{} bytes of memory do not fall into {} banks of whole words of {} bytes; allowed: "
        "multiples of {} bytes",
        model.memory.count(), model.banks, kWord.count(), unit);
    // The number of banks is normally a power of two. If it is not, it is more likely to be wrong
    // than the size of the memory.
    tile.refuse(std::has_single_bit(static_cast<unsigned>(model.banks)) ? "memory" : "banks",
                message);
}

}  // namespace

TileModel read_tile(QuantityReader tile, TileKind kind) {
    TileModel model;
    const MemoryMin min = min_of_memory(kind);
    model.memory = Bytes{tile.integer("memory", "B", min.bytes, kMaxMemory)};
    model.banks = tile.integer("banks", "banks", min.banks, kMaxBanks);
    if (kind == TileKind::CompTile) require_whole_banks(tile, model);
    model.locks = tile.integer("locks", "locks", 1, 256);
    model.max_lock_value = tile.integer("max_lock_value", "lock value", 1, 65'535);
    model.lock_change_bits = tile.integer("lock_change_bits", "bit", 1, kMaxFieldBits);
    model.trace_event_bits = tile.integer("trace_event_bits", "bit", 1, kMaxFieldBits);
    model.dma = read_dma(tile.section("dma"));
    model.stream_switch = read_switch(tile.section("stream_switch"));
    tile.finish();
    return model;
}

ShimMux read_shim_mux(QuantityReader mux, const TileModel& shim) {
    const PortCount south = shim.stream_switch.count(Bundle::South);
    const auto south_ports = [&](const char* key, int channels, int ports) {
        if (ports == 0)
            mux.node().fail(fmt::format(
                "the DMA of a shim is reached by South ports of its switch; shim_tile has none "
                "for '{}'",
                key));
        std::vector<int> numbers =
            mux.integers(key, "South ports", static_cast<std::size_t>(channels), 0, ports - 1);
        if (std::set<int>{numbers.begin(), numbers.end()}.size() < numbers.size())
            mux.refuse(key, "two channels have the same South port; allowed: one for each");
        return numbers;
    };
    ShimMux model;
    model.mm2s_to_south = south_ports("mm2s_to_south", shim.dma.mm2s_channels, south.slaves);
    model.south_to_s2mm = south_ports("south_to_s2mm", shim.dma.s2mm_channels, south.masters);
    mux.finish();
    return model;
}

}  // namespace xdnasim::arch
