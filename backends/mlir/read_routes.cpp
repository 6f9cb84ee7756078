#include <set>

#include <fmt/format.h>

#include "backends/mlir/attributes.hpp"
#include "backends/mlir/conventions.hpp"
#include "backends/mlir/reading.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;
using arch::TileId;
using schedule::FlowMode;

constexpr int kMaxFlows = 1 << 20;

const std::vector<std::string>& bundle_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (int bundle = 0; bundle < arch::kBundles; ++bundle)
            all.push_back(to_string(static_cast<Bundle>(bundle)));
        return all;
    }();
    return names;
}

}  // namespace

struct RouteReader::MasterSet {
    Port master;
    std::set<std::string> selects;
};

struct RouteReader::Switch {
    struct Rule {
        Membership member;
        Port slave;
        int packet_id = 0;
        std::string select;
    };

    TileId tile;
    std::set<std::string> selects;
    std::vector<MasterSet> masters;
    std::vector<Rule> rules;
};

void RouteReader::read_switchbox() {
    Cursor& cursor = reading_.cursor;
    cursor.expect("(");
    Switch box{.tile = reading_.tile(), .selects = {}, .masters = {}, .rules = {}};
    cursor.expect(")");
    cursor.expect("{");
    while (!cursor.accept("}")) {
        if (cursor.is(Token::Kind::Value)) {
            const Token name = cursor.take();
            cursor.expect("=");
            cursor.expect("aie.amsel");
            cursor.expect("<");
            cursor.integer("an arbiter", 0, kMaxChannel);
            cursor.expect(">");
            cursor.expect("(");
            cursor.integer("a select", 0, kMaxChannel);
            cursor.expect(")");
            if (!box.selects.insert(name.text).second)
                cursor.fail(name.place, fmt::format("{} is taken", to_string(name)));
        } else if (cursor.accept("aie.connect")) {
            read_circuit(box.tile);
        } else if (cursor.accept("aie.masterset")) {
            read_masters(box);
        } else if (cursor.accept("aie.packet_rules")) {
            read_rules(box);
        } else {
            cursor.fail_expecting("aie.connect, aie.amsel, aie.masterset, aie.packet_rules or '}'");
        }
    }
    add_packets(box);
}

void RouteReader::read_shim_mux() {
    Cursor& cursor = reading_.cursor;
    cursor.expect("(");
    const TileId shim = reading_.tile();
    cursor.expect(")");
    cursor.expect("{");
    while (!cursor.accept("}")) {
        cursor.expect("aie.connect");
        const Place place = cursor.peek().place;
        cursor.expect("<");
        const Port from = port(shim, PortSide::Slave);
        cursor.expect(",");
        const Port to = port(shim, PortSide::Master);
        cursor.expect(">");
        const bool out = from.bundle == Bundle::Dma && to.bundle == Bundle::North;
        const bool in = from.bundle == Bundle::North && to.bundle == Bundle::Dma;
        if (!out && !in) cursor.fail(place, "a shim mux joins DMA to North, or North to DMA");
        // What leaves the mux to the north comes into the switch from the south.
        if (out) drafts_.join({shim, PortSide::Slave, Bundle::South, to.channel}, from);
        if (in) drafts_.join({shim, PortSide::Master, Bundle::South, from.channel}, to);
    }
}

Port RouteReader::port(TileId tile, PortSide side) {
    const auto bundle =
        static_cast<Bundle>(reading_.cursor.choice("a port of a switch", bundle_names()));
    reading_.cursor.expect(":");
    return {tile, side, bundle, reading_.cursor.small_integer("a channel", 0, kMaxChannel)};
}

Membership RouteReader::membership() {
    Cursor& cursor = reading_.cursor;
    const Place place = cursor.peek().place;
    cursor.expect("loc");
    cursor.expect("(");
    const Token name = cursor.expect(Token::Kind::String, "the name of a flow in quotes");
    cursor.expect(":");
    const int flow = cursor.small_integer("the number of a flow", 0, kMaxFlows);
    cursor.expect(":");
    const int position = cursor.small_integer("a position in a route", 0, kMaxFlows);
    cursor.expect(")");
    return {place, name.text, flow, position};
}

void RouteReader::read_circuit(TileId tile) {
    Cursor& cursor = reading_.cursor;
    cursor.expect("<");
    const Port slave = port(tile, PortSide::Slave);
    cursor.expect(",");
    const Port master = port(tile, PortSide::Master);
    cursor.expect(">");
    drafts_.add(membership(), FlowMode::Circuit, 0, {slave, master});
}

void RouteReader::read_masters(Switch& box) {
    Cursor& cursor = reading_.cursor;
    cursor.expect("(");
    MasterSet set{port(box.tile, PortSide::Master), {}};
    while (cursor.accept(",")) {
        const Token select = cursor.expect(Token::Kind::Value, "a select");
        if (!box.selects.contains(select.text))
            cursor.fail(select.place,
                        fmt::format("{} is not an aie.amsel of this switch that stands "
                                    "above",
                                    to_string(select)));
        set.selects.insert(select.text);
    }
    cursor.expect(")");
    Attributes attributes = Attributes::read(cursor);
    if (attributes.boolean("keep_pkt_header")) drafts_.keep_headers(set.master);
    attributes.require_nothing_else();
    box.masters.push_back(std::move(set));
}

void RouteReader::read_rules(Switch& box) {
    Cursor& cursor = reading_.cursor;
    cursor.expect("(");
    const Port slave = port(box.tile, PortSide::Slave);
    cursor.expect(")");
    cursor.expect("{");
    while (!cursor.accept("}"))
        read_rule(box, slave);
}

void RouteReader::read_rule(Switch& box, const Port& slave) {
    Cursor& cursor = reading_.cursor;
    cursor.expect("aie.rule");
    cursor.expect("(");
    cursor.integer("the mask of a rule", kWholePacketId, kWholePacketId);
    cursor.expect(",");
    const int id = cursor.small_integer("a packet's id", 0, kWholePacketId);
    cursor.expect(",");
    const Token select = cursor.expect(Token::Kind::Value, "a select");
    cursor.expect(")");
    if (!box.selects.contains(select.text))
        cursor.fail(select.place,
                    fmt::format("{} is not an aie.amsel of this switch", to_string(select)));
    box.rules.push_back({membership(), slave, id, select.text});
}

void RouteReader::add_packets(const Switch& box) {
    for (const Switch::Rule& rule : box.rules) {
        bool goes_on = false;
        for (const MasterSet& set : box.masters) {
            if (!set.selects.contains(rule.select)) continue;
            drafts_.add(rule.member, FlowMode::Packet, rule.packet_id, {rule.slave, set.master});
            goes_on = true;
        }
        if (!goes_on)
            reading_.cursor.fail(rule.member.place, "no aie.masterset has the select of this rule");
    }
}

}  // namespace xdnasim::mlir
