#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/routing_graph.hpp"
#include "backends/mlir/conventions.hpp"
#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Port;
using arch::TileId;
using schedule::Flow;
using schedule::FlowMode;

std::string to_mlir(const Port& port) {
    return fmt::format("{} : {}", to_string(port.bundle), port.channel);
}

/// Returns the location of a connection: name and number of its flow, position in the flow's route.
std::string place(const schedule::Schedule& schedule, const Passing& passing) {
    const Flow& flow = schedule.flows[static_cast<std::size_t>(passing.flow)];
    return fmt::format("{}:{}:{}", in_quotes(flow.name), passing.flow, passing.position);
}

/// Returns the location of a rule: the places of all flows that it takes, and if there are several,
/// their packet ids.
std::string location(const schedule::Schedule& schedule, const std::vector<Passing>& passings) {
    std::vector<std::string> places;
    std::vector<int> ids;
    for (const Passing& passing : passings) {
        places.push_back(place(schedule, passing));
        ids.push_back(schedule.flows[static_cast<std::size_t>(passing.flow)].packet_id);
    }
    if (places.size() == 1) return fmt::format("loc({})", places.front());
    return fmt::format("loc(fused<[{}]>[{}])", fmt::join(ids, ", "), fmt::join(places, ", "));
}

std::set<TileId> tiles_passed(const schedule::Schedule& schedule) {
    std::set<TileId> tiles;
    for (const schedule::Route& route : schedule.routes)
        for (const schedule::Connection& connection : route.connections)
            tiles.insert(connection.slave.tile);
    return tiles;
}

class SwitchBox {
 public:
    SwitchBox(Writing& writing, TileId tile)
        : writing_{writing},
          tile_{tile},
          rules_{packet_rules(writing.schedule, writing.device, tile)} {}

    void write() {
        writing_.text.open("%switchbox_{}_{} = aie.switchbox(%{}) {{", tile_.column, tile_.row,
                           tile_name(tile_));
        write_circuits();
        write_selects();
        write_masters();
        write_rules();
        writing_.text.close("}}");
    }

 private:
    void write_circuits() {
        const auto& [flows, routes] = std::tie(writing_.schedule.flows, writing_.schedule.routes);
        for (std::size_t number = 0; number < flows.size(); ++number) {
            if (flows[number].mode != FlowMode::Circuit) continue;
            int position = 0;
            for (const auto& [slave, master] : routes[number].connections) {
                const Passing passing{static_cast<int>(number), position++};
                if (slave.tile != tile_) continue;
                writing_.text.line("aie.connect<{}, {}> loc({})", to_mlir(slave), to_mlir(master),
                                   place(writing_.schedule, passing));
            }
        }
    }

    static std::string name_of(const ArbiterSelect& select) {
        return fmt::format("%select{}_{}", select.arbiter, select.select);
    }

    void write_selects() {
        std::set<ArbiterSelect> selects;
        for (const PacketRule& rule : rules_)
            selects.insert(rule.select);
        for (const ArbiterSelect& select : selects)
            writing_.text.line("{} = aie.amsel<{}> ({})", name_of(select), select.arbiter,
                               select.select);
    }

    void write_masters() {
        std::map<Port, std::set<ArbiterSelect>> masters;
        for (const PacketRule& rule : rules_)
            for (const Port& master : rule.masters)
                masters[master].insert(rule.select);
        for (const auto& [master, selects] : masters) {
            std::vector<std::string> names;
            for (const ArbiterSelect& select : selects)
                names.push_back(name_of(select));
            writing_.text.line("aie.masterset({}, {}){}", to_mlir(master), fmt::join(names, ", "),
                               keeps_headers(master) ? " {keep_pkt_header = true}" : "");
        }
    }

    /// Whether packets of flows that end at `master` keep their headers. The setting is one of the
    /// port, so this throws InputError if the flows differ.
    [[nodiscard]] bool keeps_headers(const Port& master) const {
        std::set<bool> answers;
        for (const PacketRule& rule : rules_)
            for (const Passing& passing : rule.flows) {
                const Flow& flow = writing_.schedule.flows[static_cast<std::size_t>(passing.flow)];
                for (const Port& sink : flow.sinks)
                    if (arch::switch_port(writing_.device, sink) == master &&
                        rule.masters.contains(master))
                        answers.insert(flow.keep_header);
            }
        if (answers.size() > 1)
            throw base::InputError{
                fmt::format("{} is the end of flows that keep their headers and of flows that do "
                            "not; allowed: only one kind",
                            to_string(master))};
        return answers.contains(true);
    }

    void write_rules() {
        std::map<Port, std::vector<const PacketRule*>> by_slave;
        for (const PacketRule& rule : rules_)
            by_slave[rule.slave].push_back(&rule);
        for (const auto& [slave, rules] : by_slave) {
            writing_.text.open("aie.packet_rules({}) {{", to_mlir(slave));
            for (const PacketRule* rule : rules)
                writing_.text.line("aie.rule({}, {}, {}) {}", rule->mask, rule->value,
                                   name_of(rule->select), location(writing_.schedule, rule->flows));
            writing_.text.close("}}");
        }
    }

    Writing& writing_;
    TileId tile_;
    std::vector<PacketRule> rules_;
};

/// Writes the mux of a shim. It connects DMA channels, and ports to the programmable logic, to
/// South ports of the shim's switch, which are North ports of the mux.
void write_shim_mux(Writing& writing, TileId shim) {
    std::set<std::string> joined;
    const auto north = [&](const Port& port) {
        return arch::switch_port(writing.device, port).channel;
    };
    const auto is_joined_here = [&](const Port& port) {
        return port.tile == shim &&
               (port.bundle == arch::Bundle::Dma || port.bundle == arch::Bundle::Plio);
    };
    for (const Flow& flow : writing.schedule.flows) {
        if (is_joined_here(flow.source))
            joined.insert(fmt::format("aie.connect<{}, North : {}>", to_mlir(flow.source),
                                      north(flow.source)));
        for (const Port& sink : flow.sinks)
            if (is_joined_here(sink))
                joined.insert(
                    fmt::format("aie.connect<North : {}, {}>", north(sink), to_mlir(sink)));
    }
    if (joined.empty()) return;
    writing.text.open("%shim_mux_{}_{} = aie.shim_mux(%{}) {{", shim.column, shim.row,
                      tile_name(shim));
    for (const std::string& connection : joined)
        writing.text.line("{}", connection);
    writing.text.close("}}");
}

}  // namespace

void write_routes(Writing& writing) {
    for (const TileId tile : tiles_passed(writing.schedule)) {
        SwitchBox{writing, tile}.write();
        if (writing.device.kind(tile) == arch::TileKind::Shim) write_shim_mux(writing, tile);
    }
}

}  // namespace xdnasim::mlir
