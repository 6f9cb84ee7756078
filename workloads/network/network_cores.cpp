#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {

using arch::Bytes;
using arch::TileId;

CorePrograms::CorePrograms(Draft& draft) : draft_{draft}, weights_{weights_of(draft.design)} {}

schedule::KernelRef CorePrograms::kernel(const kernels::Kernel& kernel, const std::string& key) {
    const auto [known, is_new] =
        kernels_.try_emplace(key, static_cast<int>(draft_.schedule.kernels.size()));
    if (is_new) draft_.schedule.kernels.push_back(kernel);
    return {known->second};
}

void CorePrograms::add(std::size_t i) {
    const Stage& stage = draft_.stages[i];
    if (stage.aggregates) return add_sums(i);
    for (int a = 0; a < stage.split.a; ++a)
        for (int b = 0; b < stage.split.b; ++b)
            for (int c = 0; c < stage.split.c; ++c)
                add_core(i, a, b, c);
}

void CorePrograms::add_core(std::size_t i, int a, int b, int c) {
    const Stage& stage = draft_.stages[i];
    const TileId tile = stage.core(a, b, c);
    Core& core = draft_.cores[tile];
    const Part need = input_of(stage, a, b);
    const kernels::Dense dense =
        dense_of(draft_.design, draft_.stages, i, b,
                 {core.held.rows, core.held.columns, need.row - core.held.row,
                  need.column - core.held.column});
    const std::vector<Bytes> sizes = kernels::argument_sizes({{}, dense, {}, false});
    if (core.arguments.empty())
        core.arguments.push_back({draft_.buffer(i, tile, "activations", sizes[0], Use::Input)});
    const Weights& weights = weights_[stage.layer];
    core.arguments.push_back({draft_.buffer(
        i, tile, "weights", sizes[1], Use::Weights,
        std::make_shared<const schedule::Content>(packed_weights(weights, stage, b, c)))});
    if (dense.adds_bias())
        core.arguments.push_back({draft_.buffer(
            i, tile, "bias", sizes[2], Use::Input,
            std::make_shared<const schedule::Content>(packed_bias(weights, stage, c)))});
    if (sizes.size() > core.arguments.size()) add_output_buffers(i, tile, sizes.back());
    const std::string name = fmt::format("layer {} {}", stage.layer, to_string(dense.part));
    calls_.emplace_back(
        tile, kernel({name, dense, {}, false}, fmt::format("{} {} {}", i, b, dense.a.first_row)));
}

void CorePrograms::add_output_buffers(std::size_t i, TileId tile, Bytes size) {
    auto& buffers = draft_.cores[tile].arguments.emplace_back();
    for (int turn = 0; turn < kDepth; ++turn)
        buffers.push_back(draft_.buffer(i, tile, "outputs", size, Use::Output));
}

/// Adds the cores of an aggregation; each reads what the core of its western neighbour wrote.
void CorePrograms::add_sums(std::size_t i) {
    const Stage& stage = draft_.stages[i];
    for (int a = 0; a < stage.split.a; ++a) {
        const TileId tile = stage.core(a, 0, 0);
        Core& west = draft_.cores[{tile.column - 1, tile.row}];
        west.out.push_back(draft_.tiles.ring("out", west.arguments.back()));
        Core& core = draft_.cores[tile];
        core.in.push_back(west.out.back());
        core.arguments.push_back(west.arguments.back());
        const kernels::Reduce reduce = reduce_of(draft_.design, draft_.stages, i, a);
        const std::vector<Bytes> sizes = kernels::argument_sizes({{}, reduce, {}, false});
        if (sizes.size() > 1) add_output_buffers(i, tile, sizes.back());
        calls_.emplace_back(tile,
                            kernel({"aggregation", reduce, {}, false}, fmt::format("{} {}", i, a)));
    }
}

/// Sets the programs: in each turn the core acquires its buffers, calls the kernel, and releases
/// the buffers.
void CorePrograms::finish() {
    for (const auto& [tile, kernel] : calls_) {
        const Core& core = draft_.cores.at(tile);
        std::size_t turns = 1;
        for (const auto& buffers : core.arguments)
            turns = std::max(turns, buffers.size());
        schedule::CoreBody round;
        for (std::size_t turn = 0; turn < turns; ++turn)
            add_turn(round, core, kernel, turn);
        draft_.tiles.program(tile, {{schedule::Loop{std::nullopt, std::move(round)}}});
    }
}

void CorePrograms::add_turn(schedule::CoreBody& round, const Core& core, schedule::KernelRef kernel,
                            std::size_t turn) const {
    const auto in_turn = [&](const std::vector<schedule::LockRef>& locks) {
        return locks[turn % locks.size()];
    };
    for (const Ring& ring : core.out)
        round.push_back({schedule::Acquire{in_turn(ring.free)}});
    for (const Ring& ring : core.in)
        round.push_back({schedule::Acquire{in_turn(ring.full), ring.parts}});
    schedule::Call call{kernel, {}};
    const std::vector<Bytes> sizes = kernels::argument_sizes(*draft_.schedule.kernel(kernel));
    for (std::size_t i = 0; i < core.arguments.size(); ++i)
        call.arguments.push_back(
            {core.arguments[i][turn % core.arguments[i].size()], Bytes{}, sizes[i]});
    round.push_back({std::move(call)});
    for (const Ring& ring : core.out)
        round.push_back({schedule::Release{in_turn(ring.full)}});
    for (const Ring& ring : core.in)
        round.push_back({schedule::Release{in_turn(ring.free)}});
}

}  // namespace xdnasim::network
