#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arch/neighbours.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/schedule/patterns.hpp"
#include "workloads/schedule/stack_buffer.hpp"

namespace xdnasim::gemm::packs {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::Acquire;
using schedule::BufferRef;
using schedule::CoreBody;
using schedule::LockRole;
using schedule::Release;
using schedule::TileProgram;

namespace {

/// Ids of a tile's locks for the two buffers of a matrix.
struct LockIds {
    int free = 0;
    int filled = 0;
};
LockIds locks_of(Matrix matrix) {
    const int first = 2 * static_cast<int>(matrix);
    return {first, first + 1};
}

/// Buffers of a matrix, ping and pong, in the tile where they lie.
struct Pair {
    TileId tile;
    std::array<int, kTurns> buffers{};
    Bytes size{};

    [[nodiscard]] schedule::BufferSlice slice(int turn) const {
        return {{tile, buffers.at(static_cast<std::size_t>(turn))}, Bytes{}, size};
    }
    [[nodiscard]] std::vector<BufferRef> refs() const {
        return {{tile, buffers[0]}, {tile, buffers[1]}};
    }
};

class Mapping {
 public:
    Mapping(const PackDesign& design, const arch::Device& device)
        : design_{design}, device_{device} {}

    /// Returns whether there is room for all stacks besides the buffers. Throws MappingError if
    /// there is none for a buffer.
    [[nodiscard]] bool holds_stacks() {
        bool all = true;
        for_each_core([&](const CoreIndex& core) { add_buffers(core); });
        for_each_core([&](const CoreIndex& core) { all = all && !add_stack(core); });
        return all;
    }

    [[nodiscard]] schedule::Schedule schedule() {
        schedule::Schedule made;
        made.kernels = kernels_of(design_);
        for_each_core([&](const CoreIndex& core) { add_buffers(core); });
        for_each_core([&](const CoreIndex& core) {
            if (const auto largest = add_stack(core))
                refuse_stack(tile_of(design_, device_, core), *largest);
        });
        for_each_core([&](const CoreIndex& core) { add_program(core, made); });
        for (auto& [tile, program] : tiles_)
            made.tiles.push_back(std::move(program));
        const PortPlaces ports = place_ports(design_, device_);
        made.flows = flows(design_, device_, ports);
        add_ports(made);
        return made;
    }

 private:
    template <class Function>
    void for_each_core(Function function) const {
        for (int row = 0; row < design_.rows; ++row)
            for (int pack = 0; pack < design_.packs; ++pack)
                for (int core = 0; core < design_.size; ++core)
                    function(CoreIndex{row, pack, core});
    }

    TileProgram& program_at(TileId tile) {
        TileProgram& program = tiles_[tile];
        program.tile = tile;
        return program;
    }

    void add_spots(TileId tile, const std::vector<Spot>& spots) {
        TileProgram& program = program_at(tile);
        for (const Spot& spot : spots)
            program.buffers.push_back({spot.name(), spot.address, spot.size});
        for (const Matrix matrix : {Matrix::A, Matrix::B, Matrix::C}) {
            if (!std::ranges::any_of(spots,
                                     [&](const Spot& spot) { return spot.matrix == matrix; }))
                continue;
            const std::string name = to_string(matrix);
            const auto [free, filled] = locks_of(matrix);
            program.locks.push_back({free, name + " empty", kTurns, LockRole::Free});
            program.locks.push_back({filled, name + " full", 0, LockRole::Filled});
        }
    }

    void add_buffers(const CoreIndex& core) {
        add_spots(inputs_of(design_, device_, core),
                  spots_in_tile_of_inputs(design_, device_, core.core));
        if (core.core == holder_of_c(design_.size))
            if (const auto c = spots_of_c_alone(design_, device_); !c.empty())
                add_spots(tile_of(design_, device_, core), c);
    }

    struct Gap {
        Bytes address{};
        Bytes size{};
    };
    /// Free gaps of a memory between and behind its buffers.
    [[nodiscard]] std::vector<Gap> gaps_of(TileId tile) const {
        std::vector<std::pair<Bytes, Bytes>> taken;
        if (const auto program = tiles_.find(tile); program != tiles_.end())
            for (const schedule::Buffer& buffer : program->second.buffers)
                taken.emplace_back(buffer.address, buffer.address + buffer.size);
        std::ranges::sort(taken);
        const Bytes memory = device_.comp_tile.memory;
        taken.emplace_back(memory, memory);
        Bytes end{};
        std::vector<Gap> gaps;
        for (const auto& [begin, behind] : taken) {
            gaps.push_back({end, begin - end});
            end = behind;
        }
        return gaps;
    }

    /// Places the core's stack: in the core's own memory or, if that holds six buffers, in a
    /// neighbour's, as in the published designs. Returns the size of the largest gap if no memory
    /// has room, nullopt otherwise.
    [[nodiscard]] std::optional<Bytes> add_stack(const CoreIndex& core) {
        if (device_.core_stack == Bytes{}) return std::nullopt;
        const TileId own = tile_of(design_, device_, core);
        auto tiles = arch::memories_in_reach(own);
        constexpr std::size_t kCrowded = 6;
        if (program_at(own).buffers.size() >= kCrowded)
            std::rotate(tiles.begin(), tiles.begin() + 1, tiles.end());
        Bytes largest{};
        for (const TileId tile : tiles) {
            if (!device_.has(arch::TileKind::CompTile, tile)) continue;
            std::optional<Bytes> room;
            for (const Gap& gap : gaps_of(tile)) {
                largest = std::max(largest, gap.size);
                if (gap.size >= device_.core_stack) room = gap.address;
            }
            if (!room) continue;
            program_at(tile).buffers.push_back(
                {schedule::stack_buffer_name(own, tile), *room, device_.core_stack});
            return std::nullopt;
        }
        return largest;
    }

    [[noreturn]] void refuse_stack(TileId own, Bytes largest) const {
        throw schedule::MappingError{
            "gemm.tile",
            fmt::format("gemm.tile: the buffers of {} leave no room for the stack of core {}, {} "
                        "bytes: {} more than the largest gap in its memory and in those of its "
                        "neighbours; {}",
                        to_string(*design_.tile), to_string(own), device_.core_stack.count(),
                        (device_.core_stack - largest).count(),
                        advice_beside_stacks(design_, device_))};
    }

    [[nodiscard]] Pair pair_in(TileId tile, Matrix matrix) const {
        Pair pair{tile, {}, {}};
        const TileProgram& program = tiles_.at(tile);
        for (int turn = 0; turn < kTurns; ++turn) {
            const std::string name = Spot{matrix, turn, {}, {}}.name();
            const auto found = std::ranges::find(program.buffers, name, &schedule::Buffer::name);
            pair.buffers.at(static_cast<std::size_t>(turn)) =
                static_cast<int>(found - program.buffers.begin());
            pair.size = found->size;
        }
        return pair;
    }

    void run_ring_of(Matrix matrix, const Pair& pair, Direction direction, int channel) {
        const auto [free, filled] = locks_of(matrix);
        const bool fills = direction == Direction::S2MM;
        schedule::run_ring(
            program_at(pair.tile), direction, channel,
            schedule::ring(2 * static_cast<int>(matrix), pair.refs(), pair.size, {},
                           {pair.tile, fills ? free : filled}, {pair.tile, fills ? filled : free}));
    }

    void add_program(const CoreIndex& core, schedule::Schedule& made) {
        const TileId own = tile_of(design_, device_, core);
        const TileId inputs = inputs_of(design_, device_, core);
        const Pair a = pair_in(inputs, Matrix::A);
        const Pair b = pair_in(inputs, Matrix::B);
        run_ring_of(Matrix::A, a, Direction::S2MM, 0);
        run_ring_of(Matrix::B, b, Direction::S2MM, 1);
        const kernels::ChainPart part = kernels::part_of(core.core, design_.size);
        std::optional<Pair> c;
        if (part == kernels::ChainPart::Single || part == kernels::ChainPart::Last) {
            CoreIndex holder = core;
            holder.core = holder_of_c(design_.size);
            c = pair_in(tile_of(design_, device_, holder), Matrix::C);
            run_ring_of(Matrix::C, *c, Direction::MM2S, 0);
        } else {
            made.cascades.push_back({own, {own.column + 1, own.row}});
        }
        CoreBody body;
        for (int turn = 0; turn < kTurns; ++turn)
            add_call(body, kernel_number(part), a, b, c, turn);
        program_at(own).core = {{schedule::Loop{std::nullopt, std::move(body)}}};
    }

    static void add_call(CoreBody& body, schedule::KernelRef kernel, const Pair& a, const Pair& b,
                         const std::optional<Pair>& c, int turn) {
        const auto lock = [](Matrix matrix, const Pair& pair, bool free) {
            const auto [free_id, filled_id] = locks_of(matrix);
            return schedule::LockRef{pair.tile, free ? free_id : filled_id};
        };
        schedule::Call call{kernel, {a.slice(turn), b.slice(turn)}};
        if (c) call.arguments.push_back(c->slice(turn));
        body.push_back({Acquire{lock(Matrix::A, a, false)}});
        body.push_back({Acquire{lock(Matrix::B, b, false)}});
        if (c) body.push_back({Acquire{lock(Matrix::C, *c, true)}});
        body.push_back({std::move(call)});
        body.push_back({Release{lock(Matrix::A, a, true)}});
        body.push_back({Release{lock(Matrix::B, b, true)}});
        if (c) body.push_back({Release{lock(Matrix::C, *c, false)}});
    }

    /// Adds the ports to the PL. Flows are in the order of the ports.
    void add_ports(schedule::Schedule& made) const {
        made.pl.clock_ghz = design_.pl_clock_ghz;
        const PortNumbers numbers{design_};
        for (int number = 0; number < numbers.all(); ++number) {
            const schedule::Flow& flow = made.flows[static_cast<std::size_t>(number)];
            schedule::PlPort port;
            port.name = flow.name;
            port.width = device_.pl->wide_port();
            port.buffer = {number};
            port.frames = design_.iterations;
            if (number < numbers.of_a) {
                port.port = flow.source;
                port.frame = design_.a_tile();
            } else if (number < numbers.of_a + numbers.of_b) {
                port.port = flow.source;
                port.frame = design_.b_tile();
            } else {
                port.port = flow.sinks.front();
                port.frame = design_.c_tile();
            }
            made.host_buffers.push_back({port.name, port.total()});
            made.pl.ports.push_back(std::move(port));
        }
    }

    const PackDesign& design_;
    const arch::Device& device_;
    std::map<TileId, TileProgram> tiles_;
};

}  // namespace

schedule::KernelRef kernel_number(kernels::ChainPart part) {
    switch (part) {
        case kernels::ChainPart::Single:
        case kernels::ChainPart::First:
            return {0};
        case kernels::ChainPart::Last:
            return {1};
        case kernels::ChainPart::Middle:
            break;
    }
    return {2};
}

std::vector<kernels::Kernel> kernels_of(const PackDesign& design) {
    std::vector<kernels::Kernel> all{kernel_of(design, kernels::part_of(0, design.size))};
    if (design.size > 1) all.push_back(kernel_of(design, kernels::ChainPart::Last));
    if (design.size > 2) all.push_back(kernel_of(design, kernels::ChainPart::Middle));
    return all;
}

bool has_room(const PackDesign& design, const arch::Device& device) {
    try {
        return Mapping{design, device}.holds_stacks();
    } catch (const schedule::MappingError&) {
        return false;
    }
}

schedule::Schedule program_of(const PackDesign& design, const arch::Device& device) {
    return Mapping{design, device}.schedule();
}

}  // namespace xdnasim::gemm::packs
