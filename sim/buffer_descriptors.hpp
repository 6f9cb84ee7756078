#pragma once
// The BDs of a tile, and the addresses that one walks through.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/state.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// A contiguous piece of the walk. `zero`: zeros that the DMA inserts, no memory behind.
struct AddressRun {
    std::int64_t offset = 0;  ///< bytes from the start of the buffer
    std::int64_t length = 0;  ///< bytes
    bool zero = false;
};

class AddressGenerator {
 public:
    AddressGenerator() = default;

    /// `offset` in place of the BD's own: it may be patched or iterate.
    AddressGenerator(const schedule::Bd& bd, arch::Bytes offset);

    /// The next contiguous bytes, at most `limit` of them (a multiple of a word).
    [[nodiscard]] AddressRun next(std::int64_t limit);

 private:
    static constexpr std::size_t kMaxDimensions = 4;
    struct Step {
        std::int64_t size = 1;  ///< with padding
        std::int64_t stride = 0;
        std::int64_t before = 0;
        std::int64_t inside = 1;  ///< steps between the paddings
    };

    void advance_outer();
    [[nodiscard]] bool in_padding() const;

    std::int64_t base_ = 0;
    std::int64_t run_ = 0;       ///< bytes that are contiguous at each outer step
    std::int64_t run_done_ = 0;  ///< of them, already handed out
    std::array<Step, kMaxDimensions> outer_{};
    std::array<std::int64_t, kMaxDimensions> index_{};
    std::size_t outer_count_ = 0;
    std::int64_t position_ = 0;  ///< byte offset of the current outer step
    bool padded_ = false;
};

// The BD registers of one tile's DMA, shared by its channels.

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

    /// From now on those that move alike count as one for visit_state(): the two buffers of a pair
    /// are as good as each other. Precondition: nobody writes any from now on, and their buffers
    /// are in the array.
    void find_alike();
    /// The first of those that move like it.
    [[nodiscard]] int alike(int id) const {
        return alike_.empty() ? id : alike_[static_cast<std::size_t>(id)];
    }
    /// What its future depends on.
    void visit_state(StateVisitor& visitor);

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
    std::vector<int> alike_;    ///< by BD; empty: each is like itself alone
    std::int64_t written_ = 0;  ///< times that one of them was
};

}  // namespace xdnasim::sim
