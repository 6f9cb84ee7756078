#pragma once
// The GEMMs on packs of cores that a search may choose from, the fastest by the closed forms first.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/search/design.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

/// Other tiles, sizes of packs and placements of buffers, where the design leaves them open. Each
/// multiplies matrices of its own sizes; what is compared is the time for about kPackOperations.
class PackSpace final : public Space {
 public:
    /// Throws MappingError when none fits. `device` outlives this.
    PackSpace(const gemm::packs::PackDesign& open, const arch::Device& device);

    [[nodiscard]] std::size_t size() const override { return designs_.size(); }
    [[nodiscard]] Design design(std::size_t index) override { return designs_.at(index); }

 private:
    std::vector<Design> designs_;
};

inline constexpr double kPackOperations = 1e12;

/// Multiplications and additions of all runs of a design.
[[nodiscard]] double operations_of(const Design& design);

}  // namespace xdnasim::search
