#pragma once
// The program of one tile while it is put together: buffers, locks, BDs and channels are handed out
// as they are asked for, and buffers get their addresses in the end.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed {

/// Objects that lie together, and the pair of locks that guards them.
struct ObjectBuffers {
    std::vector<schedule::BufferRef> buffers;
    schedule::LockRef free;
    schedule::LockRef filled;

    [[nodiscard]] int count() const { return static_cast<int>(buffers.size()); }
    /// The buffer of object `number`; the first objects are initial tokens.
    [[nodiscard]] schedule::BufferRef of(std::int64_t number) const {
        return buffers[static_cast<std::size_t>(number % count())];
    }
};

class TileBuilder {
 public:
    /// `device` outlives it.
    TileBuilder(const arch::Device& device, arch::TileId tile);

    [[nodiscard]] arch::TileId tile() const { return program_.tile; }

    [[nodiscard]] std::vector<schedule::BufferRef> add_buffers(const std::string& name, int count,
                                                               arch::Bytes size);
    /// `tokens` of the `objects` are there when the run begins.
    [[nodiscard]] ObjectBuffers guard(std::vector<schedule::BufferRef> buffers,
                                      const std::string& name, int tokens);
    [[nodiscard]] schedule::BufferRef counter() const { return {tile(), 0}; }

    /// A channel that has room for `bds`, the one with most room of those not taken. Throws
    /// MappingError that says for what where there is none.
    [[nodiscard]] int take_channel(arch::Direction direction, int bds, const std::string& what);
    /// BDs with ids of their own, as channel `channel` can run them.
    void run_ring(arch::Direction direction, int channel, std::vector<schedule::Bd> bds);
    /// The same BDs, each alone, for packets that name them; returns their ids.
    [[nodiscard]] std::vector<int> run_out_of_order(int channel, std::vector<schedule::Bd> bds);

    void set_core(schedule::CoreBody body) { program_.core = std::move(body); }

    /// Throws MappingError where the buffers do not fit.
    [[nodiscard]] schedule::TileProgram finish() &&;

 private:
    [[nodiscard]] int first_bd_of(int channel) const;
    [[nodiscard]] int last_bd_of(int channel) const;
    [[nodiscard]] int free_bds_of(int channel) const;
    [[nodiscard]] int take_bd(int channel);
    [[nodiscard]] bool set_addresses(arch::Bytes alignment);

    const arch::Device& device_;
    schedule::TileProgram program_;
    std::vector<bool> bds_taken_;
    std::vector<bool> mm2s_taken_;
    std::vector<bool> s2mm_taken_;
};

}  // namespace xdnasim::placed
