#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arch/tile.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "base/parameters/table.hpp"
#include "cli/place/place_report.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using parameters::Number;
using parameters::OneOf;
using parameters::Whole;
using placement::Choices;
using placement::LocalSearchChoices;
using placement::Weights;

constexpr double kMaxWeight = 1e6;

parameters::Table<Weights> weights_table() {
    parameters::Table<Weights> table;
    const auto add = [&](const char* key, double Weights::*member, const char* text) {
        table.optional(
            key, Number{0, kMaxWeight},
            {"", text}, [member](auto& weights) -> auto& { return weights.*member; });
    };
    add("circuit", &Weights::circuit, "a stretch of a circuit");
    add("packet", &Weights::packet, "a stretch of a route in packets");
    add("neighbour", &Weights::neighbour, "a shared net");
    add("own_tile", &Weights::own_tile, "a net within a tile");
    add("byte", &Weights::byte, "a byte of a buffer");
    return table;
}

parameters::Table<LocalSearchChoices> lsmo_table() {
    constexpr double kMaxPatience = 1000;
    parameters::Table<LocalSearchChoices> table;
    table
        .optional(
            "neighbourhood", OneOf{placement::kNeighbourhoods}, {"", "of a core in a step"},
            [](auto& choices) -> auto& { return choices.neighbourhood; })
        .optional(
            "cores", OneOf{placement::kStepSizes}, {"", "that move in a step"},
            [](auto& choices) -> auto& { return choices.cores; })
        .optional(
            "patience", Number{0, kMaxPatience}, {"", "steps without gain, per core"},
            [](auto& choices) -> auto& { return choices.patience; });
    return table;
}

parameters::Table<Choices> choices_table() {
    parameters::Table<Choices> table;
    table
        .optional(
            "links", OneOf{placement::kLinkCounts}, {"", "channels of links"},
            [](auto& choices) -> auto& { return choices.links; })
        .optional(
            "memory", OneOf{placement::kMemorySides}, {"", "that a core reaches in its row"},
            [](auto& choices) -> auto& { return choices.memory; })
        .optional(
            "locks", OneOf{placement::kLocksOf}, {"", "what two locks guard"},
            [](auto& choices) -> auto& { return choices.locks; })
        .optional(
            "length", OneOf{placement::kLengthUnits}, {"", "what routes are measured in"},
            [](auto& choices) -> auto& { return choices.length; })
        .optional(
            "mem_tiles", OneOf{placement::kTileSharings}, {"", "MEM and SHIM to a tile"},
            [](auto& choices) -> auto& { return choices.mem_tiles; })
        .optional(
            "packets_per_channel", Whole{1, arch::kMaxPacketId + 1},
            {"nets", "that share a channel"},
            [](auto& choices) -> auto& { return choices.packets_per_channel; })
        .optional_read("weights", "", {"", "of the cost"},
                       [](const base::Node& node, Choices& choices) {
                           weights_table().read(node, "weights", choices.weights);
                       })
        .optional_read("lsmo", "", {"", "of the local search"},
                       [](const base::Node& node, Choices& choices) {
                           lsmo_table().read(node, "lsmo", choices.lsmo);
                       });
    return table;
}

}  // namespace

Choices choices_of(const std::vector<std::string>& settings, const base::Node* present,
                   std::span<const OtherKey> others) {
    const base::Place place{std::make_shared<const std::string>("--set"), 0, 0};
    base::Node root = present != nullptr ? *present : base::Node::map(place, {});
    for (const std::string& text : settings) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw base::InputError{
                fmt::format("--set: '{}' is not KEY=VALUE; an example: links=paper", text)};
        const problem::Setting setting{text.substr(0, equals), text.substr(equals + 1)};
        root = root.with(setting.key, setting.value);
    }
    parameters::Table<Choices> table = choices_table();
    for (const auto& [key, why] : others)
        table.optional_read(
            key, "", {"", "read elsewhere"},
            [why = std::string{why}](const base::Node& node, Choices&) { node.fail(why); });
    Choices choices;
    table.read(root, "", choices);
    return choices;
}

}  // namespace xdnasim::cli
