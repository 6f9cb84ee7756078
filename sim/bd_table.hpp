#pragma once
// The BD registers of one tile's DMA, shared by its channels.

#include <optional>
#include <vector>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

class BdTable {
 public:
    explicit BdTable(int size) : entries_(static_cast<std::size_t>(size)) {}

    /// Precondition: the BD is not in use.
    void write(const schedule::Bd& bd);

    /// Precondition: written.
    [[nodiscard]] const schedule::Bd& bd(int id) const { return *entry(id).bd; }
    [[nodiscard]] bool written(int id) const { return entry(id).bd.has_value(); }

    /// The offset of the BD's next execution; steps its iteration on.
    [[nodiscard]] arch::Bytes take_offset(int id);

    void begin_use(int id) { ++entry(id).uses; }
    void end_use(int id) { --entry(id).uses; }
    [[nodiscard]] bool in_use(int id) const { return entry(id).uses > 0; }

 private:
    struct Entry {
        std::optional<schedule::Bd> bd;
        int iteration = 0;
        int uses = 0;  ///< queued tasks that start with it, and executions
    };
    [[nodiscard]] Entry& entry(int id) { return entries_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const Entry& entry(int id) const {
        return entries_[static_cast<std::size_t>(id)];
    }

    std::vector<Entry> entries_;
};

}  // namespace xdnasim::sim
