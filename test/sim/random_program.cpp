#include "test/sim/random_program.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "test/sim/program_builder.hpp"

namespace xdnasim::sim::test {

namespace {

using arch::Bytes;
using arch::TileId;
using schedule::Content;
using schedule::CoreBody;

using Lanes = std::vector<std::uint32_t>;

Content to_bytes(const Lanes& lanes) {
    Content bytes(lanes.size() * sizeof(std::uint32_t));
    std::memcpy(bytes.data(), lanes.data(), bytes.size());
    return bytes;
}

class Maker {
 public:
    Maker(const arch::Device& device, std::uint64_t seed)
        : device_{device}, random_{seed}, builder_{device} {}

    RandomProgram make() {
        words_ = pick(1, 24);
        rounds_ = pick(1, 6);
        const auto wanted = static_cast<std::size_t>(pick(1, 4));
        TileId at{static_cast<int>(pick(10, 28)), static_cast<int>(pick(4, 10))};
        while (cores_.size() < wanted) {
            cores_.push_back(at);
            at = at.row > 3 && pick(0, 1) == 0 ? TileId{at.column, at.row - 1}
                                               : TileId{at.column + 1, at.row};
        }
        sums_.assign(static_cast<std::size_t>(rounds_ * lanes()), 0);
        for (std::size_t i = 0; i + 1 < cores_.size(); ++i) {
            builder_.cascade(cores_[i], cores_[i + 1]);
            ++made_.cascades;
        }
        for (std::size_t i = 0; i < cores_.size(); ++i)
            add_core(i);
        made_.schedule = builder_.finish();
        made_.inputs = host_memory(made_.schedule);
        for (auto& [buffer, data] : host_)
            made_.inputs[static_cast<std::size_t>(buffer)] = to_bytes(data);
        made_.expected = made_.inputs;
        made_.expected[static_cast<std::size_t>(result_)] = to_bytes(sums_);
        return std::move(made_);
    }

 private:
    [[nodiscard]] std::int64_t pick(std::int64_t min, std::int64_t max) {
        return std::uniform_int_distribution<std::int64_t>{min, max}(random_);
    }
    [[nodiscard]] Bytes size() const { return arch::kCascadeWord * words_; }
    [[nodiscard]] std::int64_t lanes() const { return words_ * 16; }
    [[nodiscard]] Lanes random_lanes(std::int64_t count) {
        Lanes lanes(static_cast<std::size_t>(count));
        for (std::uint32_t& lane : lanes)
            lane = static_cast<std::uint32_t>(random_());
        return lanes;
    }

    /// A tile whose memory the core reaches, drawn at random: its own, or a neighbour's with DMA
    /// channels left.
    TileId memory_near(TileId core) {
        const auto [column, row] = core;
        const std::vector<TileId> near{
            core, core, {column - 1, row}, {column, row + 1}, {column, row - 1}};
        const TileId chosen = near[static_cast<std::size_t>(pick(0, 4))];
        const bool has_core = chosen.row >= 3 && chosen.row < device_.rows();
        const bool has_channel = channels_[chosen].first < 2 && channels_[chosen].second < 2;
        const TileId taken = has_core && has_channel ? chosen : core;
        if (taken != core) ++made_.neighbours;
        return taken;
    }

    ProgramBuilder::Frames frames() {
        return {size(), rounds_, arch::PlCycles{pick(0, 3) == 0 ? pick(1, 200) : 0},
                Bytes{pick(0, 1) == 0 ? 8 : 16}};
    }

    /// Returns a free port of a ShimTile near `column`, as (column, channel), and marks it as used.
    std::pair<int, int> free_port(int column, int channels, std::set<std::pair<int, int>>& used) {
        for (int shim = std::clamp(column, 7, 34);; shim = shim == 34 ? 7 : shim + 1)
            for (int channel = 0; channel < channels; channel += 2)
                if (used.insert({shim, channel}).second) return {shim, channel};
    }

    /// An operand of a core's sum: the slice that the core reads in each round, and the FIFO whose
    /// locks guard it.
    struct Operand {
        std::vector<schedule::BufferSlice> slices;  ///< by round; repeats after the last one
        std::optional<Fifo> fifo{};
    };

    Operand add_operand(TileId core) {
        if (pick(0, 2) == 0) {
            const Lanes data = random_lanes(lanes());
            for (std::size_t i = 0; i < sums_.size(); ++i)
                sums_[i] += data[i % data.size()];
            ++made_.contents;
            const TileId memory = memory_near(core);
            return {{{builder_.buffer(memory, size(), to_bytes(data)), Bytes{0}, size()}}};
        }
        const TileId memory = memory_near(core);
        const Fifo fifo = builder_.fifo(memory, static_cast<int>(pick(1, 2)), size());
        const auto [shim, channel] = free_port(core.column, 8, inputs_);
        const Lanes data = random_lanes(lanes() * rounds_);
        for (std::size_t i = 0; i < sums_.size(); ++i)
            sums_[i] += data[i];
        host_.emplace_back(static_cast<int>(builder_.schedule.host_buffers.size()), data);
        builder_.input(fmt::format("in{}", host_.size()), shim, channel, fifo,
                       channels_[memory].first++, frames());
        return {{fifo.slice(0), fifo.slice(1)}, fifo};
    }

    /// The operations of one round of core number `index`, on the slices of that round.
    CoreBody round(std::size_t index, const schedule::BufferSlice& x,
                   const schedule::BufferSlice* out, bool own_steps) {
        const bool gets = index > 0;
        const bool puts = index + 1 < cores_.size();
        CoreBody body;
        if (own_steps) {
            for (std::int64_t word = 0; word < words_; ++word)
                body.push_back({schedule::PutCascade{schedule::BufferSlice{
                    x.buffer, x.offset + arch::kCascadeWord * word, arch::kCascadeWord}}});
            return body;
        }
        std::optional<Cycles> cycles;
        if (pick(0, 1) == 0) cycles = Cycles{pick(2 * words_, 200 + 2 * words_)};
        if (!gets && !puts) {
            body.push_back(
                call(builder_.kernel({"copy", kernels::Copy{size()}, cycles}), {x, *out}));
            return body;
        }
        std::vector<schedule::BufferSlice> arguments{x};
        if (out != nullptr) arguments.push_back(*out);
        body.push_back(call(builder_.kernel({"sum", kernels::ChainSum{size(), gets, puts}, cycles}),
                            arguments));
        return body;
    }

    void add_core(std::size_t index) {
        const TileId core = cores_[index];
        const bool last = index + 1 == cores_.size();
        const Operand x = add_operand(core);
        std::optional<Fifo> out;
        if (last) out = add_output(core);
        const bool own_steps = index == 0 && !last && pick(0, 2) == 0;
        made_.own_steps += own_steps ? 1 : 0;
        // Two rounds, since a FIFO has up to two buffers.
        CoreBody turn;
        for (std::size_t i = 0; i < 2; ++i) {
            if (x.fifo) turn.push_back(acquire(x.fifo->full));
            if (out) turn.push_back(acquire(out->free));
            const schedule::BufferSlice into = out ? out->slice(i) : schedule::BufferSlice{};
            for (const schedule::CoreOp& op :
                 round(index, x.slices[i % x.slices.size()], out ? &into : nullptr, own_steps))
                turn.push_back(op);
            if (x.fifo) turn.push_back(release(x.fifo->free));
            if (out) turn.push_back(release(out->full));
        }
        builder_.program(core, {loop(std::nullopt, turn)});
    }

    Fifo add_output(TileId core) {
        const TileId memory = memory_near(core);
        const Fifo fifo = builder_.fifo(memory, static_cast<int>(pick(1, 2)), size());
        const auto [shim, channel] = free_port(core.column, 6, outputs_);
        result_ = static_cast<int>(builder_.schedule.host_buffers.size());
        builder_.output("out", shim, channel, fifo, channels_[memory].second++, frames());
        return fifo;
    }

    using Cycles = arch::Cycles;

    const arch::Device& device_;
    std::mt19937_64 random_;
    ProgramBuilder builder_;
    RandomProgram made_;
    std::int64_t words_ = 1;
    std::int64_t rounds_ = 1;
    std::vector<TileId> cores_;
    Lanes sums_;
    std::vector<std::pair<int, Lanes>> host_;  ///< by number of the host buffer
    int result_ = 0;
    std::map<TileId, std::pair<int, int>> channels_;  ///< number of channels in use: S2MM, MM2S
    std::set<std::pair<int, int>> inputs_;
    std::set<std::pair<int, int>> outputs_;
};

}  // namespace

RandomProgram random_program(const arch::Device& device, std::uint64_t seed) {
    return Maker{device, seed}.make();
}

}  // namespace xdnasim::sim::test
