#pragma once
// The BD registers of a tile, and the offsets at which executions of BDs begin.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Returns the offset at which the next execution of `bd` begins, and steps `iteration` on.
/// `base`: the BD's offset without its iteration.
[[nodiscard]] arch::Bytes next_offset(const schedule::Bd& bd, arch::Bytes base, int& iteration);

/// Returns the number of the BD's next iteration after `write` has rewritten the BD. `before`: the
/// number of its next iteration until then.
[[nodiscard]] int iteration_after(const schedule::WriteBd& write, int before);

/// The BD registers of one tile's DMA, shared by its channels.
class BdTable {
 public:
    explicit BdTable(int size) : entries_(static_cast<std::size_t>(size)) {}

    /// Writes register `bd.id`. Precondition: the BD is not in use. `form`: a key that is the same
    /// for BDs that differ in nothing but number and offset. `iteration`: number of the BD's next
    /// iteration.
    void write(const schedule::Bd& bd, const void* form = nullptr, int iteration = 0);

    /// Precondition: BD `id` has been written.
    [[nodiscard]] const schedule::Bd& bd(int id) const { return *entry(id).bd; }
    [[nodiscard]] bool written(int id) const { return entry(id).bd.has_value(); }

    /// Returns the offset of the BD's next execution, and steps its iteration on.
    [[nodiscard]] arch::Bytes take_offset(int id);

    void begin_use(int id) { ++entry(id).uses; }
    void end_use(int id) { --entry(id).uses; }
    [[nodiscard]] bool in_use(int id) const { return entry(id).uses > 0; }

    // For snapshots of the state: which BDs are interchangeable.

    /// Finds the BDs that move data in the same way, such as those of a ping-pong buffer: alike()
    /// returns the same number for them. Preconditions: no BD is written afterwards, and all
    /// buffers lie in the array.
    void find_alike();
    /// Marks the BDs as written by the runtime sequence: two of the same form are interchangeable,
    /// whatever their numbers and offsets.
    void number_anew() { numbered_anew_ = true; }
    [[nodiscard]] bool numbered_anew() const { return numbered_anew_; }
    /// The first BD that is interchangeable with BD `id`, or `id` itself.
    [[nodiscard]] int alike(int id) const {
        return alike_.empty() ? id : alike_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] const void* form(int id) const { return entry(id).form; }
    [[nodiscard]] int iteration(int id) const { return entry(id).iteration; }
    void set_iteration(int id, int iteration) { entry(id).iteration = iteration; }
    /// Marks all BDs as not in use.
    void clear_uses();
    /// Shows what the future of the BDs depends on. Channels show it for BDs that are numbered
    /// anew.
    void visit_state(StateVisitor& visitor);

 private:
    struct Entry {
        std::optional<schedule::Bd> bd;
        int iteration = 0;
        const void* form = nullptr;
        int uses = 0;  ///< unfinished tasks that start with this BD, and executions of it
    };
    [[nodiscard]] Entry& entry(int id) { return entries_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const Entry& entry(int id) const {
        return entries_[static_cast<std::size_t>(id)];
    }

    std::vector<Entry> entries_;
    std::vector<int> alike_;  ///< results of alike(), by BD; empty: each BD stands for itself
    bool numbered_anew_ = false;
};

}  // namespace xdnasim::sim
