#pragma once
// What the host does for a placed netlist: BDs and tasks of the shims' channels.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::placed {

/// All objects of a net at a shim.
struct HostTask {
    arch::TileId shim;
    arch::Direction direction{};
    int channel = 0;
    int buffer = 0;  ///< of the host
    arch::Bytes bytes{};
};

/// A packet of each turn: an object of one net.
struct TurnPacket {
    int buffer = 0;  ///< of the host
    arch::Bytes object{};
    int number = 0;  ///< of the object, in the turn
    schedule::PacketHeader header;
};

/// Nets in packets that an MM2S channel of a shim sends, turn after turn.
struct PacketTask {
    arch::TileId shim;
    int channel = 0;
    std::vector<TurnPacket> turn{};  ///< by number
    int turn_objects = 1;            ///< of each net, in a turn
    std::int64_t objects = 0;        ///< of each net, in all
};

class HostTasks {
 public:
    /// `device` outlives it.
    explicit HostTasks(const arch::Device& device) : device_{device} {}

    void add(const HostTask& task) { at_once_.push_back(task); }
    void add(PacketTask task) { in_turns_.push_back(std::move(task)); }
    /// First what takes one task, then rounds of all others, each as many turns as an iteration
    /// counts; in the end the tokens of the outputs. Two rounds are under way at a time, each in
    /// BDs of its own. Throws MappingError where a shim has too few.
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
    std::map<arch::TileId, int> bds_;  ///< given out, by shim
    std::vector<schedule::SequenceOp> sequence_;
};

}  // namespace xdnasim::placed
