#pragma once
// One DMA channel of a tile: its queue of tasks, their chains of BDs with their locks, and one end
// of a stream. The next BD's lock is requested while the current BD still runs.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "sim/address_generator.hpp"
#include "sim/buffer_descriptors.hpp"
#include "sim/deadlock.hpp"
#include "sim/dram.hpp"
#include "sim/environment.hpp"
#include "sim/leads/leads.hpp"
#include "sim/lock_bank.hpp"
#include "sim/repeats/state.hpp"
#include "sim/stream.hpp"

namespace xdnasim::sim {

class DmaChannel : public sc_core::sc_module, public LockClient, public StreamEnd {
 public:
    SC_HAS_PROCESS(DmaChannel);

    /// `latency`: of the memory behind the channel. It counts from the grant of a BD's lock, so
    /// that a BD before it that runs for as long hides it. `saved_of_latency`: what relaxing each
    /// limit saves of the latency.
    DmaChannel(const sc_core::sc_module_name& name, Environment& environment, arch::TileId tile,
               arch::Direction direction, int channel, BdTable& bds, const LockBanks& locks,
               arch::Cycles latency, const Leads& saved_of_latency = {});

    /// Connects the channel to an end of `stream`; a source of several packet flows is connected
    /// once for each, with its `packet_id`. `keeps_headers`: the flow's sinks take headers as data.
    void connect(Stream& stream, int end, std::optional<int> packet_id = std::nullopt,
                 bool keeps_headers = false) {
        stream_ = &stream;
        ends_.push_back({packet_id, end, keeps_headers});
    }
    /// For a channel of a ShimTile: reports to `dram` what each BD walks through.
    void access_through(DramChannel& dram) { dram_ = &dram; }
    /// Lets packets run the BDs that their headers name. `packets`: how many packets the channel
    /// takes; 0: all.
    void take_out_of_order(int packets) {
        out_of_order_ = true;
        if (packets > 0) packets_left_ = packets;
    }
    /// Called at the end of each task that asks for a token.
    void on_token(std::function<void(const Moment&)> callback) { token_ = std::move(callback); }

    /// Called when a task has left the queue.
    void on_room(std::function<void(const Moment&)> callback) { room_ = std::move(callback); }

    /// Pushes a task now; false if the task queue is full. `leads`: those of the push.
    [[nodiscard]] bool push(const schedule::Task& task, const Leads& leads = {});
    [[nodiscard]] bool has_room() const;

    /// What the channel waits for; nullopt if it has nothing to do or is about to start a BD. The
    /// text is empty if its data moves.
    [[nodiscard]] std::optional<Waiting> waiting() const;
    [[nodiscard]] arch::TileId tile() const { return tile_; }
    [[nodiscard]] arch::Direction direction() const { return direction_; }
    [[nodiscard]] int number() const { return channel_; }
    /// An execution of a BD under way.
    struct Running {
        arch::Cycles since;
        bool starts_task;
    };
    /// The BD in execution; nullopt if there is none.
    [[nodiscard]] std::optional<Running> running() const;
    /// The BD in execution, with the bytes moved up to now. Precondition: there is one.
    [[nodiscard]] events::BdInterval present() const;
    /// The bytes that its tasks have not moved yet; nullopt if no number says that, because a chain
    /// of BDs is endless or packets name the BDs.
    [[nodiscard]] std::optional<arch::Bytes> left() const;
    // For snapshots of the state. Precondition: no bytes move, and no packet names its BD.

    /// Shows what its future depends on.
    void visit_state(StateVisitor& visitor);
    /// After a state has been restored: marks the BDs that the channel uses.
    void count_uses();
    /// Notes a task that is pushed while the run is skipped. `bd`: its first BD.
    void note_push(int bd) { pushed_.push_back(bd); }
    /// The first BD of the task that was pushed `back` tasks before the last one.
    [[nodiscard]] int pushed(std::size_t back) const { return pushed_[pushed_.size() - 1 - back]; }
    /// Number of tasks that have been pushed.
    [[nodiscard]] std::size_t pushes() const { return pushed_.size(); }
    [[nodiscard]] DramChannel* memory() const { return dram_; }
    [[nodiscard]] BdTable& bds() const { return bds_; }

    /// The cycle since which it waits for nothing but a lock; nullopt if it does not.
    [[nodiscard]] std::optional<arch::Cycles> stalled_since() const;

    void lock_granted() override;
    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> bytes) override;
    void write(std::span<const std::byte> bytes) override;
    void packet_begins(int bd) override;
    [[nodiscard]] std::string describe() const override;

 private:
    struct Execution {
        int bd = 0;
        int task_bd = 0;  ///< first BD of its task
        bool starts_task = false;
        bool ends_task = false;
        bool token = false;
    };
    struct Next {
        Execution execution;
        Moment asked;                   ///< when its lock was requested
        std::optional<Moment> granted;  ///< when its lock was granted; nullopt: not yet
    };

    void start();
    /// Takes the next execution from the task queue and requests its lock, unless that has been
    /// done. `leads`: those of what makes the channel do so now.
    void fetch(const Leads& leads);
    void go_on(const Moment& granted);
    void schedule_start();
    void release(const schedule::Release& release, const Moment& end, base::Position origin);
    [[nodiscard]] std::optional<Execution> next_execution();
    [[nodiscard]] std::size_t tasks_waiting() const;
    struct End {
        std::optional<int> packet_id;
        int number;
        bool keeps_headers;
    };
    [[nodiscard]] const End& end_for(const schedule::Bd& bd) const;
    /// Bytes of the stream's data that the BD offers or takes: its own, plus the packet's header if
    /// only the sinks count that as data, or less the header if only the BD does.
    [[nodiscard]] arch::Bytes passed_by(const schedule::Bd& bd) const;
    void begin_data(const schedule::Bd& bd, arch::Bytes offset);
    void take_header_from_data(const schedule::Bd& bd);
    void read_memory(std::span<std::byte> bytes);
    void log_start();
    [[nodiscard]] std::int64_t executions_left() const;
    /// Number of tasks pushed after the last one that begins with `bd`; nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> back_of(int bd) const;
    void visit_bd(StateVisitor& visitor, int& bd) const;
    void visit_task(StateVisitor& visitor, schedule::Task& task) const;
    void visit_execution(StateVisitor& visitor, Execution& execution) const;

    Environment& environment_;
    arch::TileId tile_;
    arch::Direction direction_;
    int channel_;
    BdTable& bds_;
    const LockBanks& locks_;
    arch::Cycles start_latency_;
    Leads saved_of_start_;
    Stream* stream_ = nullptr;
    DramChannel* dram_ = nullptr;
    std::vector<End> ends_;
    std::function<void(const Moment&)> token_;
    std::function<void(const Moment&)> room_;

    struct Queued {
        schedule::Task task;
        Moment pushed;
    };
    std::vector<Queued> queue_;  ///< a few tasks at most; the first is the next one
    std::vector<int> pushed_;    ///< first BDs of all tasks pushed so far
    bool out_of_order_ = false;
    std::optional<int> packets_left_;     ///< packets still to take out of order; nullopt: any
    bool turns_away_ = false;             ///< a packet has come after the last one that it takes
    std::vector<int> named_;              ///< BDs of packets that have begun, not fetched yet
    std::optional<schedule::Task> task_;  ///< the task whose BDs are being fetched
    Moment task_pushed_;
    std::optional<int> next_bd_;  ///< next BD of the task's chain; nullopt: at its end
    std::optional<Next> next_;
    std::optional<Execution> running_;
    arch::Cycles running_since_{0};
    Moment last_end_{arch::Cycles{-1}, {}};
    Moment start_;  ///< planned start of the next BD
    AddressGenerator addresses_;
    std::vector<std::byte> header_;  ///< bytes still to be read ahead of those at `addresses_`
    Alarm start_event_;
};

}  // namespace xdnasim::sim
