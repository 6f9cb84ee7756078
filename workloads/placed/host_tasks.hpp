#pragma once
// The work of the host for a placed netlist: BDs and tasks of the shims' channels.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::placed {

/// A transfer of all objects of a net at a shim, as one task.
struct HostTask {
    arch::TileId shim;
    arch::Direction direction{};
    int channel = 0;
    int buffer = 0;  ///< index of the host buffer
    arch::Bytes bytes{};
};

/// A packet of a turn: an object of one net.
struct TurnPacket {
    int buffer = 0;  ///< index of the host buffer
    arch::Bytes object{};
    int number = 0;  ///< index of the object within the turn
    schedule::PacketHeader header;
};

/// Packet nets that share an MM2S channel of a shim, which sends their packets in turns.
struct PacketTask {
    arch::TileId shim;
    int channel = 0;
    std::vector<TurnPacket> turn{};  ///< packets of a turn, sorted by `number`
    int turn_objects = 1;            ///< objects of each net in a turn
    std::int64_t objects = 0;        ///< objects of each net in the whole run
};

class HostTasks {
 public:
    /// Precondition: `device` outlives the object.
    explicit HostTasks(const arch::Device& device) : device_{device} {}

    void add(const HostTask& task) { at_once_.push_back(task); }
    void add(PacketTask task) { in_turns_.push_back(std::move(task)); }
    /// The runtime sequence: first all transfers of a single task, then the packet tasks in rounds
    /// of as many turns as the BDs' iteration can count, and finally the waits for the tokens of
    /// the outputs. Two rounds are in flight at a time, each with BDs of its own. Throws
    /// MappingError if a shim has too few BDs.
    [[nodiscard]] std::vector<schedule::SequenceOp> sequence() &&;

 private:
    void push_at_once(const HostTask& task);
    void push_round(const PacketTask& task, int first_bd, std::int64_t round);
    void push_turns(const PacketTask& task, int first_bd, std::int64_t first, std::int64_t turns);
    [[nodiscard]] std::int64_t rounds_of(const PacketTask& task) const;
    [[nodiscard]] int take_bds(arch::TileId shim, std::size_t count);

    const arch::Device& device_;
    std::vector<HostTask> at_once_;
    std::vector<PacketTask> in_turns_;
    std::map<arch::TileId, int> bds_;  ///< number of BDs in use, by shim
    std::vector<schedule::SequenceOp> sequence_;
};

}  // namespace xdnasim::placed
