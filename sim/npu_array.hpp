#pragma once
// The array of one run: every tile and stream and the command processor of a schedule, connected as
// its routes say, with the DRAM that it is given.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/cascade.hpp"
#include "sim/command_processor.hpp"
#include "sim/control_port.hpp"
#include "sim/deadlock.hpp"
#include "sim/dram.hpp"
#include "sim/environment.hpp"
#include "sim/memory_map.hpp"
#include "sim/pl_port.hpp"
#include "sim/repeats/approximation.hpp"
#include "sim/repeats/recurrence.hpp"
#include "sim/stream.hpp"
#include "sim/tiles.hpp"
#include "sim/trace_system.hpp"
#include "traces/events/trace_words.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

class NpuArray {
 public:
    /// Preconditions: `schedule` is valid on the environment's device (schedule::validate); all
    /// arguments outlive the array, and no other array uses its environment and DRAM.
    /// `host`: the contents of the host buffers, changed by the run; nullptr: the run moves no
    /// bytes, and takes the same cycles.
    NpuArray(const schedule::Schedule& schedule, Environment& environment, Dram& dram,
             HostMemory* host);
    ~NpuArray();

    /// Adds a listener that gets every event, so that nothing is skipped.
    void add_listener(events::Listener& listener) {
        environment_.events.add(listener);
        simulate_in_full();
    }
    /// Adds a listener that only adds up, so that repeats may be skipped.
    void add_listener(AddingListener& listener) {
        environment_.events.add(listener);
        totals_.push_back(&listener);
    }
    /// Skips nothing.
    void simulate_in_full() { in_full_ = true; }
    /// Skips what nearly repeats, too (approximation.hpp, which has `tolerance`). Has no effect on
    /// runs with ports to the programmable logic or without a runtime sequence.
    void approximate(double tolerance) { tolerance_ = tolerance; }
    /// Number of the run's cycles that were skipped.
    [[nodiscard]] arch::Cycles skipped() const { return environment_.skipped(); }
    /// Number of cycles by which the run may be off because of what approximate() has skipped.
    [[nodiscard]] double off_by() const { return approximation_ ? approximation_->off_by() : 0; }

    /// Runs the schedule, once: to the end of its runtime sequence and until all ports to the
    /// programmable logic have moved their data; without either, to the end of the core programs
    /// that end. Returns the cycles that the run takes. Throws DeadlockError (with who waits for
    /// what) or Error (a task queue overflows, a lock leaves its range, a BD is rewritten in use).
    arch::Cycles run();

    /// After the run: reports to `listener` the BDs and the states of streams that have not ended,
    /// up to the end of the run.
    void tell_unended(events::Listener& listener) const;
    /// A channel that writes to host memory, and the bytes left to write when the run ended.
    struct UnendedWrites {
        arch::TileId shim;
        int channel = 0;
        arch::Bytes left{};
    };
    /// After the run: all channels with bytes left to write.
    [[nodiscard]] std::vector<UnendedWrites> unended_writes() const;
    /// After the run: what the trace units wrote; nullopt when the schedule has none.
    [[nodiscard]] const std::optional<events::TraceWords>& trace() const { return trace_words_; }

    /// After the run: how many cycles less it would have taken with each limit relaxed, but no less
    /// than its traffic takes.
    [[nodiscard]] Leads leads() const;
    [[nodiscard]] const CommandProcessor& command_processor() const { return *command_processor_; }
    /// The ports to the programmable logic, in the order of the schedule.
    [[nodiscard]] const std::vector<std::unique_ptr<PlPort>>& pl_ports() const { return pl_ports_; }

    /// The cascades, in the order of the schedule.
    [[nodiscard]] const std::vector<std::unique_ptr<Cascade>>& cascades() const {
        return cascades_;
    }

    /// Number of the stream, as in events, that carries flow number `flow`.
    [[nodiscard]] int stream_of(std::size_t flow) const { return stream_of_flow_[flow]; }
    /// Array cycles of one call of each kernel.
    [[nodiscard]] const std::vector<arch::Cycles>& kernel_cycles() const { return kernels_.cycles; }

 private:
    void build_tiles();
    void build_streams();
    void build_stream(int number, const std::vector<std::size_t>& flows);
    void add_flow(Stream& stream, std::size_t flow, std::map<arch::Port, int>& sinks,
                  const std::set<arch::Port>& shared);
    DmaChannel& channel_at(const arch::Port& port, Stream& stream);
    [[nodiscard]] ControlPort* control_port_at(const arch::Port& port) const;
    [[nodiscard]] PlPort* pl_port_at(const arch::Port& port) const;
    int add_sink(Stream& stream, const arch::Port& port, int hops);
    void add_source(const schedule::Flow& flow, Stream& stream, std::vector<int> sinks,
                    std::vector<arch::Port> ports);
    void connect_trace();
    void build_cascades();
    void build_pl();
    void build_control_ports();
    void build_command_processor();
    void await_ends();
    // Called at the ends that await_ends() has chosen to wait for.

    void part_ended(const Moment& moment);
    void ended(const Moment& moment);
    void look_for_recurrence();
    void on_round(std::function<void(Round)> look_soon);
    void look_soon(Round round);
    [[nodiscard]] VliwCore* looking_core() const;
    [[nodiscard]] Views views();
    [[nodiscard]] bool has_ended() const { return parts_awaited_ == 0 && !sequence_awaited_; }
    /// All modules that wait, in a fixed order.
    [[nodiscard]] std::vector<Waiting> waiting() const;
    [[nodiscard]] std::set<arch::TileId> ended_cores() const;
    [[nodiscard]] std::string explain_deadlock() const;

    const schedule::Schedule& schedule_;
    Environment& environment_;
    Dram& dram_;
    calls::KernelTable kernels_;
    calls::BankStalls bank_stalls_;
    std::unique_ptr<MemoryMap> memory_;
    LockBanks lock_banks_;
    std::map<arch::TileId, std::unique_ptr<Tile>> tiles_;
    std::map<arch::TileId, CompTile*> cores_;  ///< the CompTiles of `tiles_`
    std::vector<std::unique_ptr<Cascade>> cascades_;
    std::vector<std::unique_ptr<PlPort>> pl_ports_;
    std::map<arch::TileId, std::unique_ptr<ControlPort>> control_ports_;
    std::vector<std::unique_ptr<Stream>> streams_;
    std::vector<int> stream_of_flow_;
    std::unique_ptr<CommandProcessor> command_processor_;
    int parts_awaited_ = 0;  ///< ports and cores that the run still waits for
    bool sequence_awaited_ = false;
    Moment end_;  ///< the latest end so far
    bool in_full_ = false;
    std::optional<double> tolerance_;  ///< argument of approximate(); nullopt: not called
    std::vector<AddingListener*> totals_;
    // These skip what repeats; at most one of them is at work at a time.
    std::unique_ptr<Recurrence> recurrence_;
    std::unique_ptr<Approximation> approximation_;
    std::unique_ptr<TraceSystem> trace_;
    std::optional<events::TraceWords> trace_words_;
};

}  // namespace xdnasim::sim
