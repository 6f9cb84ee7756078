#pragma once
// What the host does for a placed netlist: BDs and tasks of the shims' channels.

#include <cstdint>
#include <map>
#include <optional>
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
    arch::Bytes object{};
    std::int64_t objects = 0;
    std::optional<int> packet_id{};  ///< each object leaves in a packet of its own
};

class HostTasks {
 public:
    /// `device` outlives it.
    explicit HostTasks(const arch::Device& device) : device_{device} {}

    void add(const HostTask& task) { (task.packet_id ? by_object_ : at_once_).push_back(task); }
    /// First what takes one task, then rounds of all others; in the end the tokens of the outputs.
    /// Two rounds are under way at a time, each in BDs of its own.
    [[nodiscard]] std::vector<schedule::SequenceOp> sequence() &&;

 private:
    void push_at_once(const HostTask& task);
    void push_round(const HostTask& task, std::int64_t round);
    [[nodiscard]] std::int64_t objects_of_round() const;
    [[nodiscard]] int take_bd(arch::TileId shim) { return bds_[shim]++; }

    const arch::Device& device_;
    std::vector<HostTask> at_once_;
    std::vector<HostTask> by_object_;
    std::map<arch::TileId, int> bds_;  ///< given out, by shim
    std::map<int, int> first_bd_;      ///< of the two of a task by object, by host buffer
    std::vector<schedule::SequenceOp> sequence_;
};

}  // namespace xdnasim::placed
