#pragma once
// Builder for small programs of a few tiles, and runs of them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "sim/memory_map.hpp"
#include "test/sim/example_run.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim::test {

/// Buffers that a producer fills and a consumer empties in turn, and the two locks that guard them.
struct Fifo {
    std::vector<schedule::BufferRef> buffers;
    arch::Bytes size{};
    schedule::LockRef free;
    schedule::LockRef full;

    [[nodiscard]] schedule::BufferSlice slice(std::size_t number) const {
        return {buffers.at(number % buffers.size()), arch::Bytes{0}, size};
    }
};

class ProgramBuilder {
 public:
    explicit ProgramBuilder(const arch::Device& device) : device_{device} {}

    /// Adds a buffer at the address behind the tile's last buffer. `content`: what the buffer holds
    /// at the beginning of a run.
    schedule::BufferRef buffer(arch::TileId tile, arch::Bytes size,
                               const schedule::Content& content = {});
    schedule::LockRef lock(arch::TileId tile, int initial, schedule::LockRole role = {});
    Fifo fifo(arch::TileId tile, int depth, arch::Bytes size);
    schedule::KernelRef kernel(kernels::Kernel kernel);
    /// Adds an inlined kernel, whose code is part of the core's program. `cycles` and `words`: per
    /// call.
    schedule::KernelRef external(std::int64_t cycles, kernels::CascadeWords words = {});
    void cascade(arch::TileId from, arch::TileId to) { schedule.cascades.push_back({from, to}); }
    void program(arch::TileId core, schedule::CoreBody body) { tile(core).core = std::move(body); }
    /// Gives `core` an endless loop: acquires a filled buffer of `in` and a free one of `out`,
    /// computes for `cycles`, and releases both.
    void compute(arch::TileId core, const Fifo& in, const Fifo& out, std::int64_t cycles);

    struct Frames {
        arch::Bytes frame{};
        std::int64_t count = 1;
        arch::PlCycles interval{};
        arch::Bytes width{16};
    };
    /// Adds a stream from the input port `channel` of the ShimTile in `column` to an S2MM channel
    /// that fills `to`.
    void input(const std::string& name, int column, int channel, const Fifo& to, int s2mm,
               const Frames& frames);
    /// Adds a stream from an MM2S channel that empties `from` to the output port `channel` of the
    /// ShimTile in `column`.
    void output(const std::string& name, int column, int channel, const Fifo& from, int mm2s,
                const Frames& frames);
    /// Adds a stream from the MM2S channel number `channel`, which empties `from`, to the S2MM
    /// channel with the same number, which fills `to`.
    void stream(const Fifo& from, const Fifo& to, int channel);
    void port(const std::string& name, const arch::Port& port, const Frames& frames);

    /// The schedule with its streams routed.
    [[nodiscard]] schedule::Schedule finish();

    schedule::Schedule schedule;

 private:
    schedule::TileProgram& tile(arch::TileId tile);
    void ring(const Fifo& fifo, arch::Direction direction, int channel);

    const arch::Device& device_;
    std::map<arch::TileId, schedule::TileProgram> tiles_;
};

// Operations of a core's program.

[[nodiscard]] schedule::CoreOp acquire(schedule::LockRef lock);
[[nodiscard]] schedule::CoreOp release(schedule::LockRef lock);
[[nodiscard]] schedule::CoreOp call(schedule::KernelRef kernel,
                                    std::vector<schedule::BufferSlice> arguments = {});
[[nodiscard]] schedule::CoreOp loop(std::optional<std::int64_t> count, schedule::CoreBody body);

struct PortTimes {
    arch::Cycles first{};
    std::vector<arch::Cycles> frame_ends;
};

struct ProgramRun {
    arch::Cycles cycles{};
    Recorder recorder;
    std::map<std::string, PortTimes> ports;

    /// Cycles that `core` spent in `state`.
    [[nodiscard]] std::int64_t time(arch::TileId core, events::CoreState state) const;
};

/// Runs the schedule. `host`: the host memory; nullptr for a run without data. Throws as
/// NpuArray::run() does.
[[nodiscard]] ProgramRun run_program(const schedule::Schedule& schedule, const arch::Device& device,
                                     HostMemory* host = nullptr);

/// Host memory with the buffers of the schedule, filled with zeros.
[[nodiscard]] HostMemory host_memory(const schedule::Schedule& schedule);

}  // namespace xdnasim::sim::test
