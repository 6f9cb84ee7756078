#pragma once
// The addresses that an execution of a BD walks through.

#include <array>
#include <cstddef>
#include <cstdint>

#include "arch/dma_model.hpp"
#include "arch/units.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// A contiguous piece of the walk. `zero`: zeros that the DMA inserts, no memory behind.
struct AddressRun {
    arch::Bytes offset{};  ///< from the start of the buffer
    arch::Bytes length{};
    bool zero = false;
};

class AddressGenerator {
 public:
    AddressGenerator() = default;

    /// `offset` in place of the BD's own: it may be patched or iterate. Precondition: no more
    /// dimensions than arch::kMaxBdDimensions.
    AddressGenerator(const schedule::Bd& bd, arch::Bytes offset);

    /// The next contiguous bytes, at most `limit` of them (a multiple of a word).
    [[nodiscard]] AddressRun next(arch::Bytes limit);

 private:
    struct Step {
        std::int64_t size = 1;  ///< with padding
        arch::Bytes stride{};
        std::int64_t before = 0;
        std::int64_t inside = 1;  ///< steps between the paddings
    };

    void advance_outer();
    [[nodiscard]] bool in_padding() const;

    arch::Bytes base_{};
    arch::Bytes run_{};       ///< contiguous at each outer step
    arch::Bytes run_done_{};  ///< of them, already handed out
    std::array<Step, arch::kMaxBdDimensions> outer_{};
    std::array<std::int64_t, arch::kMaxBdDimensions> index_{};
    std::size_t outer_count_ = 0;
    arch::Bytes position_{};  ///< of the current outer step
    bool padded_ = false;
};

}  // namespace xdnasim::sim
