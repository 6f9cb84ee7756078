#pragma once
// The addresses that one execution of a BD walks through, as contiguous pieces.

#include <array>
#include <cstddef>
#include <cstdint>

#include "arch/dma_model.hpp"
#include "arch/units.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// A contiguous piece of the walk. `zero`: padding that the DMA inserts, without memory behind it.
struct AddressRun {
    arch::Bytes offset{};  ///< from the start of the buffer
    arch::Bytes length{};
    bool zero = false;
};

class AddressGenerator {
 public:
    AddressGenerator() = default;

    /// `offset`: where this execution begins; it replaces the BD's own, since that may be patched
    /// or iterate. Precondition: the BD has no more dimensions than arch::kMaxBdDimensions.
    AddressGenerator(const schedule::Bd& bd, arch::Bytes offset);

    /// Returns the next contiguous piece, of at most `limit` bytes (a multiple of a word).
    [[nodiscard]] AddressRun next(arch::Bytes limit);

 private:
    struct Step {
        std::int64_t size = 1;  ///< number of steps, padding included
        arch::Bytes stride{};
        std::int64_t before = 0;  ///< steps of padding before the data
        std::int64_t inside = 1;  ///< steps of data
    };

    void advance_outer();
    [[nodiscard]] bool in_padding() const;

    arch::Bytes base_{};
    arch::Bytes run_{};       ///< contiguous bytes at each outer step
    arch::Bytes run_done_{};  ///< bytes of the present run that next() has returned
    std::array<Step, arch::kMaxBdDimensions> outer_{};
    std::array<std::int64_t, arch::kMaxBdDimensions> index_{};
    std::size_t outer_count_ = 0;
    arch::Bytes position_{};  ///< offset of the current outer step, relative to `base_`
    bool padded_ = false;
};

}  // namespace xdnasim::sim
