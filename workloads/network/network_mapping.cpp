#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "workloads/network/network_parts.hpp"
#include "workloads/network/network_relays.hpp"
#include "workloads/network/network_tiles.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::network {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::BufferRef;

std::vector<NetworkPort> ports_of(const std::vector<Stage>& stages) {
    std::vector<NetworkPort> ports;
    const Stage& first = stages.front();
    for (int a = 0; a < first.split.a; ++a)
        for (int b = 0; b < first.split.b; ++b)
            ports.push_back({.name = fmt::format("in {}.{}", a, b),
                             .is_input = true,
                             .part = input_of(first, a, b),
                             .a = a,
                             .b = b,
                             .tile = first.core(a, b, 0)});
    for (const Holder& holder : holders_of(stages.back()))
        ports.push_back({.name = "out of " + to_string(holder.tile),
                         .is_input = false,
                         .part = holder.part,
                         .tile = holder.tile});
    return ports;
}

namespace {

constexpr std::int64_t kTileBytes =
    std::int64_t{kernels::kActivationTile} * kernels::kActivationTile;

Bytes size_of(const Part& part) {
    return Bytes{part.elements()};
}

Part around(const Part& a, const Part& b) {
    Part both{std::min(a.row, b.row), std::min(a.column, b.column), 0, 0};
    both.rows = std::max(a.row + a.rows, b.row + b.rows) - both.row;
    both.columns = std::max(a.column + a.columns, b.column + b.columns) - both.column;
    return both;
}

Part common(const Part& a, const Part& b) {
    Part both{std::max(a.row, b.row), std::max(a.column, b.column), 0, 0};
    both.rows = std::min(a.row + a.rows, b.row + b.rows) - both.row;
    both.columns = std::min(a.column + a.columns, b.column + b.columns) - both.column;
    return both;
}

/// A part of a whole that lies in memory, in tiles: as a BD walks it.
struct Walk {
    Bytes offset{};
    std::vector<schedule::Dimension> dimensions;  ///< empty: one behind the other
};

Walk walk_of(const Part& part, const Part& whole) {
    constexpr int kSide = kernels::kActivationTile;
    const std::int64_t row = whole.columns / kSide * kTileBytes;
    Walk walk{Bytes{(part.row - whole.row) / kSide * row +
                    (part.column - whole.column) / kSide * kTileBytes},
              {}};
    if (part.columns != whole.columns)
        walk.dimensions = {{kTileBytes / arch::kWord.count(), arch::kWord},
                           {part.columns / kSide, Bytes{kTileBytes}},
                           {part.rows / kSide, Bytes{row}}};
    return walk;
}

/// A core while its program is put together.
struct Core {
    Part held{};  ///< of the activations that come by streams, what its memory holds
    std::vector<std::vector<BufferRef>> arguments;  ///< each in turn
    std::vector<Ring> in;
    std::vector<Ring> out;
};

class Mapping {
 public:
    Mapping(const NetworkDesign& design, const std::vector<Stage>& stages,
            const arch::Device& device)
        : design_{design},
          stages_{stages},
          device_{device},
          tiles_{device},
          pl_ports_{device},
          mem_tiles_{device},
          weights_{weights_of(design)} {}

    [[nodiscard]] schedule::Schedule program() && {
        for (const Stage& stage : stages_)
            add_cascades(stage);
        for (const NetworkPort& port : ports_of(stages_))
            add_host_buffer(port);
        add_inputs();
        for (std::size_t i = 0; i < stages_.size(); ++i) {
            if (i > 0) connect(i);
            add_cores(i);
        }
        add_outputs();
        finish_cores();
        schedule_.pl.clock_ghz = design_.pl_clock_ghz;
        schedule_.tiles = std::move(tiles_).finished();
        return std::move(schedule_);
    }

 private:
    static constexpr int kDepth = 2;  ///< buffers of a ring

    [[noreturn]] static void refuse(std::size_t layer, const std::string& message) {
        const std::string key = fmt::format("network.layers.{}", layer);
        throw schedule::MappingError{key, fmt::format("{}: {}", key, message)};
    }

    /// Between the cores of a layer eastwards, and down the column of an aggregation.
    void add_cascades(const Stage& stage) {
        if (stage.aggregates) {
            for (int a = 1; a < stage.split.a; ++a)
                schedule_.cascades.push_back({stage.core(a, 0, 0), stage.core(a - 1, 0, 0)});
            return;
        }
        for (int a = 0; a < stage.split.a; ++a)
            for (int c = 0; c < stage.split.c; ++c)
                for (int b = 1; b < stage.split.b; ++b)
                    schedule_.cascades.push_back({stage.core(a, b - 1, c), stage.core(a, b, c)});
    }

    /// Those of the stage before have their outputs by now; its streams begin in them.
    void connect(std::size_t i) {
        const Stage& stage = stages_[i];
        if (stage.aggregates) return;
        if (stage.link == Link::Cascade) {
            for (const Holder& holder : holders_of(stages_[i - 1]))
                schedule_.cascades.push_back(
                    {holder.tile, {holder.tile.column + 1, holder.tile.row}});
            return;
        }
        if (stage.link == Link::Pl) return connect_by_pl(i);
        if (stage.link == Link::MemTile) return connect_by_mem_tiles(i);
        const std::vector<Piece> pieces = pieces_between(stages_[i - 1], stage);
        for (const Piece& piece : pieces)
            for (const TileId to : piece.to)
                hold(cores_[to], piece.part);
        for (const Piece& piece : pieces)
            add_stream(i, piece);
    }

    /// What a core gives goes out by a port, and in by another to who needs it.
    void connect_by_pl(std::size_t i) {
        for (const Piece& piece : pieces_between(stages_[i - 1], stages_[i])) {
            const std::string name =
                fmt::format("layer {} from {}", stages_[i].layer, to_string(piece.from));
            NetworkPort port{
                .name = name + " out", .is_input = false, .part = piece.part, .tile = piece.from};
            const schedule::HostBufferRef buffer = add_host_buffer(port);
            add_output(port, buffer);
            const auto source = static_cast<int>(schedule_.pl.ports.size()) - 1;
            port.name = name + " in";
            port.is_input = true;
            port.tile = piece.to.front();
            schedule::Flow flow{.name = port.name, .source = add_port(port, buffer), .sinks = {}};
            schedule_.pl.ports.back().source = source;
            for (const TileId to : piece.to) {
                hold(cores_[to], piece.part);
                flow.sinks.push_back(sink(i, to, piece.part));
            }
            schedule_.flows.push_back(std::move(flow));
        }
    }

    /// What a mem tile holds of one core's outputs, in turn.
    struct Stored {
        Part part;
        std::vector<BufferRef> buffers;
        std::vector<schedule::LockRef> free;  ///< counts the readers
        std::vector<schedule::LockRef> full;
        int readers = 0;
    };

    void connect_by_mem_tiles(std::size_t i) {
        const auto relays = relays_between(stages_[i - 1], stages_[i], device_);
        for (const Relay& relay : relays.value()) {
            const auto tile = mem_tiles_.near(stages_[i].at.column);
            if (!tile) refuse(stages_[i].layer, "no mem tile is left for the link to it");
            std::vector<Stored> stored;
            for (const Holder& holder : relay.in)
                stored.push_back(store_in(*tile, i, holder, relay));
            for (const Part& part : relay.out)
                send_from(*tile, i, part, stored);
        }
    }

    Stored store_in(TileId tile, std::size_t i, const Holder& holder, const Relay& relay) {
        Stored stored{.part = holder.part, .buffers = {}, .free = {}, .full = {}, .readers = 0};
        for (const Part& part : relay.out)
            stored.readers += part.overlaps(holder.part) ? 1 : 0;
        const std::string from = to_string(holder.tile);
        std::vector<schedule::Bd> bds;
        for (int turn = 0; turn < kDepth; ++turn) {
            stored.buffers.push_back(
                buffer(i, tile, ("from " + from).c_str(), size_of(holder.part), Use::Input));
            const std::string name = fmt::format("{} {}", from, turn);
            stored.free.push_back(
                tiles_.lock(tile, name + " empty", stored.readers, schedule::LockRole::Free));
            stored.full.push_back(tiles_.lock(tile, name + " full", 0, schedule::LockRole::Filled));
            bds.push_back(bd_of(stored.buffers.back(), {}, holder.part));
            bds.back().acquire = {stored.free.back(), stored.readers};
            bds.back().release = {stored.full.back(), stored.readers};
        }
        const int channel = tiles_.chain(tile, Direction::S2MM, std::move(bds));
        Core& core = cores_[holder.tile];
        core.out.push_back(tiles_.ring("out", core.arguments.back()));
        const int out = tiles_.channel(holder.tile, Direction::MM2S, core.out.back(), Bytes{},
                                       size_of(holder.part), {});
        schedule_.flows.push_back({.name = fmt::format("layer {} from {}", stages_[i].layer, from),
                                   .source = arch::dma_port(holder.tile, Direction::MM2S, out),
                                   .sinks = {arch::dma_port(tile, Direction::S2MM, channel)}});
        return stored;
    }

    static schedule::Bd bd_of(BufferRef buffer, const Walk& walk, const Part& part) {
        schedule::Bd bd;
        bd.buffer = buffer;
        bd.offset = walk.offset;
        bd.length = size_of(part);
        bd.dimensions = walk.dimensions;
        return bd;
    }

    /// A part that several cores' outputs make up comes piece by piece.
    void send_from(TileId tile, std::size_t i, const Part& part, std::vector<Stored>& stored) {
        std::vector<schedule::Bd> bds;
        std::vector<Part> pieces;
        for (std::size_t turn = 0; turn < kDepth; ++turn)
            for (const Stored& from : stored) {
                if (!part.overlaps(from.part)) continue;
                const Part piece = common(part, from.part);
                if (turn == 0) pieces.push_back(piece);
                bds.push_back(bd_of(from.buffers[turn], walk_of(piece, from.part), piece));
                bds.back().acquire = {from.full[turn], 1};
                bds.back().release = {from.free[turn], 1};
            }
        const int channel = tiles_.chain(tile, Direction::MM2S, std::move(bds));
        schedule::Flow flow{
            .name = fmt::format("layer {} from {} {}", stages_[i].layer, to_string(tile), channel),
            .source = arch::dma_port(tile, Direction::MM2S, channel),
            .sinks = {}};
        const Stage& to = stages_[i];
        for (int c = 0; c < to.split.c; ++c)
            flow.sinks.push_back(receive(
                i, to.core(part.row / to.m_core(), part.column / to.k_core(), c), part, pieces));
        schedule_.flows.push_back(std::move(flow));
    }

    arch::Port receive(std::size_t i, TileId tile, const Part& part,
                       const std::vector<Part>& pieces) {
        Core& core = cores_[tile];
        hold(core, part);
        const auto& buffers = input_buffers(i, tile, core);
        core.in.push_back(tiles_.ring("in", buffers));
        const Ring& ring = core.in.back();
        std::vector<schedule::Bd> bds;
        for (const BufferRef buffer : buffers)
            for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
                bds.push_back(bd_of(buffer, walk_of(pieces[piece], part), pieces[piece]));
                if (piece == 0) bds.back().acquire = {ring.free};
                if (piece + 1 == pieces.size()) bds.back().release = {ring.full};
            }
        return arch::dma_port(tile, Direction::S2MM,
                              tiles_.chain(tile, Direction::S2MM, std::move(bds)));
    }

    static void hold(Core& core, const Part& part) {
        core.held = core.held.elements() == 0 ? part : around(core.held, part);
    }

    BufferRef buffer(std::size_t stage, TileId tile, const char* name, Bytes size, Use use,
                     std::shared_ptr<const schedule::Content> content = {}) {
        if (const auto made = tiles_.buffer(tile, name, size, use, std::move(content)))
            return *made;
        refuse(stages_[stage].layer,
               fmt::format("the {} of a core of it, {} bytes, have no room in its {} bytes of "
                           "memory; split it further",
                           name, size.count(), device_.comp_tile.memory.count()));
    }

    /// The buffers that streams fill, as large as all that comes.
    const std::vector<BufferRef>& input_buffers(std::size_t stage, TileId tile, Core& core) {
        if (core.arguments.empty()) {
            auto& buffers = core.arguments.emplace_back();
            for (int i = 0; i < kDepth; ++i)
                buffers.push_back(
                    buffer(stage, tile, "activations", size_of(core.held), Use::Input));
        }
        return core.arguments.front();
    }

    /// The port into a core through which a part comes.
    arch::Port sink(std::size_t stage, TileId tile, const Part& part) {
        Core& core = cores_[tile];
        const auto& buffers = input_buffers(stage, tile, core);
        core.in.push_back(tiles_.ring(fmt::format("in {}", core.in.size()), buffers));
        const Walk walk = walk_of(part, core.held);
        const int channel = tiles_.channel(tile, Direction::S2MM, core.in.back(), walk.offset,
                                           size_of(part), walk.dimensions);
        if (channel >= device_.comp_tile.dma.s2mm_channels)
            refuse(stages_[stage].layer,
                   fmt::format("core {} gathers activations from more cores than the {} channels "
                               "into its memory; split M or K of it further, or the layer before "
                               "less",
                               to_string(tile), device_.comp_tile.dma.s2mm_channels));
        return arch::dma_port(tile, Direction::S2MM, channel);
    }

    void add_stream(std::size_t i, const Piece& piece) {
        Core& from = cores_[piece.from];
        const Part whole = held_by(i - 1, piece.from);
        from.out.push_back(
            tiles_.ring(fmt::format("out {}", from.out.size()), from.arguments.back()));
        const Walk walk = walk_of(piece.part, whole);
        const int channel = tiles_.channel(piece.from, Direction::MM2S, from.out.back(),
                                           walk.offset, size_of(piece.part), walk.dimensions);
        schedule::Flow flow{
            .name = fmt::format("layer {} from {}", stages_[i].layer, to_string(piece.from)),
            .source = arch::dma_port(piece.from, Direction::MM2S, channel),
            .sinks = {}};
        for (const TileId to : piece.to)
            flow.sinks.push_back(sink(i, to, piece.part));
        schedule_.flows.push_back(std::move(flow));
    }

    [[nodiscard]] Part held_by(std::size_t stage, TileId tile) const {
        const auto holders = holders_of(stages_[stage]);
        return std::ranges::find(holders, tile, &Holder::tile)->part;
    }

    void add_inputs() {
        const Stage& first = stages_.front();
        int number = 0;
        for (const NetworkPort& port : ports_of(stages_)) {
            const schedule::HostBufferRef buffer{number++};
            if (!port.is_input) continue;
            schedule::Flow flow{.name = port.name, .source = {}, .sinks = {}};
            flow.source = add_port(port, buffer);
            for (int c = 0; c < first.split.c; ++c) {
                const TileId tile = first.core(port.a, port.b, c);
                hold(cores_[tile], port.part);
                flow.sinks.push_back(sink(0, tile, port.part));
            }
            schedule_.flows.push_back(std::move(flow));
        }
    }

    void add_outputs() {
        int number = 0;
        for (const NetworkPort& port : ports_of(stages_)) {
            const schedule::HostBufferRef buffer{number++};
            if (!port.is_input) add_output(port, buffer);
        }
    }
    void add_output(const NetworkPort& port, schedule::HostBufferRef buffer) {
        Core& core = cores_[port.tile];
        core.out.push_back(tiles_.ring("out", core.arguments.back()));
        const int channel = tiles_.channel(port.tile, Direction::MM2S, core.out.back(), Bytes{},
                                           size_of(port.part), {});
        schedule_.flows.push_back({.name = port.name,
                                   .source = arch::dma_port(port.tile, Direction::MM2S, channel),
                                   .sinks = {add_port(port, buffer)}});
    }

    /// Of all samples.
    schedule::HostBufferRef add_host_buffer(const NetworkPort& port) {
        schedule_.host_buffers.push_back(
            {port.name, size_of(port.part) * std::int64_t{design_.samples}});
        return {static_cast<int>(schedule_.host_buffers.size()) - 1};
    }

    arch::Port add_port(const NetworkPort& port, schedule::HostBufferRef buffer) {
        const auto place = pl_ports_.near(port.tile.column, port.is_input);
        if (!place)
            throw schedule::MappingError{
                "network",
                fmt::format("network: {} has no port left for '{}'", device_.name, port.name)};
        schedule::PlPort added;
        added.name = port.name;
        added.port = *place;
        added.width = device_.pl->port_width * std::int64_t{2};
        added.buffer = buffer;
        added.frame = size_of(port.part);
        added.frames = design_.samples;
        schedule_.pl.ports.push_back(added);
        return *place;
    }

    schedule::KernelRef kernel(const kernels::Kernel& kernel, const std::string& key) {
        const auto [known, is_new] =
            kernels_.try_emplace(key, static_cast<int>(schedule_.kernels.size()));
        if (is_new) schedule_.kernels.push_back(kernel);
        return {known->second};
    }

    void add_cores(std::size_t i) {
        const Stage& stage = stages_[i];
        if (stage.aggregates) return add_sums(i);
        for (int a = 0; a < stage.split.a; ++a)
            for (int b = 0; b < stage.split.b; ++b)
                for (int c = 0; c < stage.split.c; ++c)
                    add_core(i, a, b, c);
    }

    void add_core(std::size_t i, int a, int b, int c) {
        const Stage& stage = stages_[i];
        const TileId tile = stage.core(a, b, c);
        Core& core = cores_[tile];
        const Part need = input_of(stage, a, b);
        const kernels::Dense dense =
            dense_of(design_, stages_, i, b,
                     {core.held.rows, core.held.columns, need.row - core.held.row,
                      need.column - core.held.column});
        const std::vector<Bytes> sizes = kernels::argument_sizes({{}, dense, {}, false});
        if (core.arguments.empty())
            core.arguments.push_back({buffer(i, tile, "activations", sizes[0], Use::Input)});
        const Weights& weights = weights_[stage.layer];
        core.arguments.push_back({buffer(
            i, tile, "weights", sizes[1], Use::Weights,
            std::make_shared<const schedule::Content>(packed_weights(weights, stage, b, c)))});
        if (dense.adds_bias())
            core.arguments.push_back({buffer(
                i, tile, "bias", sizes[2], Use::Input,
                std::make_shared<const schedule::Content>(packed_bias(weights, stage, c)))});
        if (sizes.size() > core.arguments.size()) add_output_buffers(i, tile, sizes.back());
        const std::string name = fmt::format("layer {} {}", stage.layer, to_string(dense.part));
        calls_.emplace_back(tile, kernel({name, dense, {}, false},
                                         fmt::format("{} {} {}", i, b, dense.a.first_row)));
    }

    void add_output_buffers(std::size_t i, TileId tile, Bytes size) {
        auto& buffers = cores_[tile].arguments.emplace_back();
        for (int turn = 0; turn < kDepth; ++turn)
            buffers.push_back(buffer(i, tile, "outputs", size, Use::Output));
    }

    /// Each reads what its western neighbour's core has written.
    void add_sums(std::size_t i) {
        const Stage& stage = stages_[i];
        for (int a = 0; a < stage.split.a; ++a) {
            const TileId tile = stage.core(a, 0, 0);
            Core& west = cores_[{tile.column - 1, tile.row}];
            west.out.push_back(tiles_.ring("out", west.arguments.back()));
            Core& core = cores_[tile];
            core.in.push_back(west.out.back());
            core.arguments.push_back(west.arguments.back());
            const kernels::Reduce reduce = reduce_of(design_, stages_, i, a);
            const std::vector<Bytes> sizes = kernels::argument_sizes({{}, reduce, {}, false});
            if (sizes.size() > 1) add_output_buffers(i, tile, sizes.back());
            calls_.emplace_back(
                tile, kernel({"aggregation", reduce, {}, false}, fmt::format("{} {}", i, a)));
        }
    }

    /// Round by round: what comes in, the kernel, what goes out.
    void finish_cores() {
        for (const auto& [tile, kernel] : calls_) {
            const Core& core = cores_.at(tile);
            std::size_t turns = 1;
            for (const auto& buffers : core.arguments)
                turns = std::max(turns, buffers.size());
            schedule::CoreBody round;
            for (std::size_t turn = 0; turn < turns; ++turn)
                add_turn(round, core, kernel, turn);
            tiles_.program(tile, {{schedule::Loop{std::nullopt, std::move(round)}}});
        }
    }
    void add_turn(schedule::CoreBody& round, const Core& core, schedule::KernelRef kernel,
                  std::size_t turn) const {
        for (const Ring& ring : core.out)
            round.push_back({schedule::Acquire{ring.free}});
        for (const Ring& ring : core.in)
            round.push_back({schedule::Acquire{ring.full}});
        schedule::Call call{kernel, {}};
        const std::vector<Bytes> sizes = kernels::argument_sizes(*schedule_.kernel(kernel));
        for (std::size_t i = 0; i < core.arguments.size(); ++i)
            call.arguments.push_back(
                {core.arguments[i][turn % core.arguments[i].size()], Bytes{}, sizes[i]});
        round.push_back({std::move(call)});
        for (const Ring& ring : core.out)
            round.push_back({schedule::Release{ring.full}});
        for (const Ring& ring : core.in)
            round.push_back({schedule::Release{ring.free}});
    }

    const NetworkDesign& design_;
    const std::vector<Stage>& stages_;
    const arch::Device& device_;
    schedule::Schedule schedule_;
    Tiles tiles_;
    FreePlPorts pl_ports_;
    FreeMemTiles mem_tiles_;
    std::vector<Weights> weights_;
    std::map<TileId, Core> cores_;
    std::map<std::string, int> kernels_;  ///< of the schedule, by what tells them apart
    std::vector<std::pair<TileId, schedule::KernelRef>> calls_;
};

}  // namespace

schedule::Schedule program_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                              const arch::Device& device) {
    return Mapping{design, stages, device}.program();
}

}  // namespace xdnasim::network
