#pragma once
// One DMA channel of a tile: a queue of tasks, chains of BDs, their locks, one end of a
// stream. The next BD's lock is asked for while the current BD still runs.

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

    /// `latency`: of the memory behind the channel, paid where a BD does not follow another.
    DmaChannel(const sc_core::sc_module_name& name, Environment& environment, arch::TileId tile,
               arch::Direction direction, int channel, BdTable& bds, const LockBanks& locks,
               arch::Cycles latency, const Leads& saved_of_latency = {});

    /// A source of several packet flows has an end of the stream for each. `keeps_headers`: its
    /// sinks take the headers as data.
    void connect(Stream& stream, int end, std::optional<int> packet_id = std::nullopt,
                 bool keeps_headers = false) {
        stream_ = &stream;
        ends_.push_back({packet_id, end, keeps_headers});
    }
    /// For a channel of a shim: the memory is told what each BD walks through.
    void access_through(DramChannel& dram) { dram_ = &dram; }
    /// Packets run the BDs that their headers name: so many of them; 0: all.
    void take_out_of_order(int packets) {
        out_of_order_ = true;
        if (packets > 0) packets_left_ = packets;
    }
    /// Called at the end of each task that asks for a token.
    void on_token(std::function<void(const Moment&)> callback) { token_ = std::move(callback); }

    /// Called when a task has left the queue.
    void on_room(std::function<void(const Moment&)> callback) { room_ = std::move(callback); }

    /// False: the task queue is full. `leads`: of the push, now.
    [[nodiscard]] bool push(const schedule::Task& task, const Leads& leads = {});
    [[nodiscard]] bool has_room() const;

    /// What it waits for; nullopt: nothing to do, or moving data.
    [[nodiscard]] std::optional<Waiting> waiting() const;
    [[nodiscard]] arch::TileId tile() const { return tile_; }
    [[nodiscard]] arch::Direction direction() const { return direction_; }
    [[nodiscard]] int number() const { return channel_; }
    /// The BD that it executes.
    struct Running {
        arch::Cycles since;
        bool starts_task;
    };
    [[nodiscard]] std::optional<Running> running() const;
    /// The BD that it executes, as far as it has come; precondition: it executes one.
    [[nodiscard]] events::BdInterval present() const;
    /// What its tasks have not moved yet; nullopt: no number says it, as they do not end or packets
    /// name their BDs.
    [[nodiscard]] std::optional<arch::Bytes> left() const;
    // For states that are written down. Precondition: no bytes move, and no packet names its BD.

    /// What its future depends on.
    void visit_state(StateVisitor& visitor);
    /// After a state was put back: tells its BDs of who uses them.
    void count_uses();
    /// A task that was pushed while the run was skipped.
    void note_push(int bd) { pushed_.push_back(bd); }
    /// The first BD of the task that was pushed `back` tasks before the last one.
    [[nodiscard]] int pushed(std::size_t back) const { return pushed_[pushed_.size() - 1 - back]; }
    [[nodiscard]] std::size_t pushes() const { return pushed_.size(); }
    [[nodiscard]] DramChannel* memory() const { return dram_; }
    [[nodiscard]] BdTable& bds() const { return bds_; }

    /// Since when it waits for a lock alone; nullopt: it does not.
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
        int task_bd = 0;  ///< the first of its task
        bool starts_task = false;
        bool ends_task = false;
        bool token = false;
    };
    struct Next {
        Execution execution;
        Moment asked;                   ///< for its lock
        std::optional<Moment> granted;  ///< nullopt: waits for its lock
    };

    void start();
    /// `leads`: of what makes it look for the next BD, now.
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
    /// Of the stream's data that the BD offers or takes: those that it moves, and the header of its
    /// packet where that is data at one of both ends alone.
    [[nodiscard]] arch::Bytes passed_by(const schedule::Bd& bd) const;
    void begin_data(const schedule::Bd& bd, arch::Bytes offset);
    void take_header_from_data(const schedule::Bd& bd);
    void read_memory(std::span<std::byte> bytes);
    void log_start();
    [[nodiscard]] std::int64_t executions_left() const;
    /// How many tasks were pushed since the one that begins with it.
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
    std::vector<Queued> queue_;  ///< a few at most, the first of them next
    std::vector<int> pushed_;    ///< first BDs of all tasks
    bool out_of_order_ = false;
    std::optional<int> packets_left_;  ///< of those that it takes out of order; nullopt: all
    bool turns_away_ = false;          ///< a packet, which comes behind them
    std::vector<int> named_;  ///< BDs of packets that have begun, but are not looked at yet
    std::optional<schedule::Task> task_;  ///< being fetched from
    Moment task_pushed_;
    std::optional<int> next_bd_;  ///< of the task's chain; nullopt: chain at its end
    std::optional<Next> next_;
    std::optional<Execution> running_;
    arch::Cycles running_since_{0};
    Moment last_end_{arch::Cycles{-1}, {}};
    Moment start_;  ///< of the next BD, as planned
    AddressGenerator addresses_;
    std::vector<std::byte> header_;  ///< still to be read, ahead of what lies at the addresses
    Alarm start_event_;
};

}  // namespace xdnasim::sim
