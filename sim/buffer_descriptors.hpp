#pragma once
// The BDs of a tile, and where their executions begin.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Where an execution of `bd` begins, whose offset is `base` but for its iteration; steps that on.
[[nodiscard]] arch::Bytes next_offset(const schedule::Bd& bd, arch::Bytes base, int& iteration);

/// The iteration that comes next once `write` has been done, where it was `before`.
[[nodiscard]] int iteration_after(const schedule::WriteBd& write, int before);

/// The BD registers of one tile's DMA, shared by its channels.
class BdTable {
 public:
    explicit BdTable(int size) : entries_(static_cast<std::size_t>(size)) {}

    /// Precondition: the BD is not in use. `form`: what other BDs have that differ from it in their
    /// number and offset alone. `iteration`: the one that comes next.
    void write(const schedule::Bd& bd, const void* form = nullptr, int iteration = 0);

    /// Precondition: written.
    [[nodiscard]] const schedule::Bd& bd(int id) const { return *entry(id).bd; }
    [[nodiscard]] bool written(int id) const { return entry(id).bd.has_value(); }

    /// The offset of the BD's next execution; steps its iteration on.
    [[nodiscard]] arch::Bytes take_offset(int id);

    void begin_use(int id) { ++entry(id).uses; }
    void end_use(int id) { --entry(id).uses; }
    [[nodiscard]] bool in_use(int id) const { return entry(id).uses > 0; }

    // For states that are written down: which BDs are as good as which.

    /// From now on those that move alike count as one: the two buffers of a pair are as good as
    /// each other. Precondition: nobody writes any from now on, and their buffers are in the array.
    void find_alike();
    /// The runtime sequence writes them: one with the form of another is as good as that, whatever
    /// its number and offset.
    void number_anew() { numbered_anew_ = true; }
    [[nodiscard]] bool numbered_anew() const { return numbered_anew_; }
    /// The first of those that move like it.
    [[nodiscard]] int alike(int id) const {
        return alike_.empty() ? id : alike_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] const void* form(int id) const { return entry(id).form; }
    [[nodiscard]] int iteration(int id) const { return entry(id).iteration; }
    void set_iteration(int id, int iteration) { entry(id).iteration = iteration; }
    /// Nobody uses any.
    void clear_uses();
    /// What its future depends on; of those that are numbered anew, their channels show it.
    void visit_state(StateVisitor& visitor);

 private:
    struct Entry {
        std::optional<schedule::Bd> bd;
        int iteration = 0;
        const void* form = nullptr;
        int uses = 0;  ///< queued tasks that start with it, and executions
    };
    [[nodiscard]] Entry& entry(int id) { return entries_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const Entry& entry(int id) const {
        return entries_[static_cast<std::size_t>(id)];
    }

    std::vector<Entry> entries_;
    std::vector<int> alike_;  ///< by BD; empty: each is like itself alone
    bool numbered_anew_ = false;
};

}  // namespace xdnasim::sim
