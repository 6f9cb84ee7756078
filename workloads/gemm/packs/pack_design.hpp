#pragma once
// A GEMM on packs of cores (Mhatre et al., "GAMA: High-Performance GEMM Acceleration on AMD Versal
// ML-Optimized AI Engines", FPL 2025): the requested and the chosen values.
//   m x k x n            one kernel call of one core
//   m x G k x n          a pack: G cores in a row, whose sums pass along the cascade
//   Y m x G k x X n      an iteration of the array: X packs beside each other in Y rows of cores
// Data comes from programmable logic and returns there, already cut into the tiles of aie::mmul.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "base/parameters/open.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm::packs {

/// Strategy for the placement of a core's buffers.
enum class Strategy : std::uint8_t {
    Unconstrained,  ///< also in neighbours' memories, so that no accesses meet in a bank
    Location,       ///< in the core's own tile, one after the other
    Address,        ///< in the core's own tile, each in the bank that the paper's rules give
};
inline constexpr std::array kStrategies{Strategy::Unconstrained, Strategy::Location,
                                        Strategy::Address};
static_assert(base::lists_all<kStrategies>());
[[nodiscard]] std::string to_string(Strategy strategy);  // "address"

struct Types {
    kernels::DataType a = kernels::DataType::Int8;
    kernels::DataType b = kernels::DataType::Int8;
    kernels::DataType c = kernels::DataType::Int8;
    bool operator==(const Types&) const = default;
};
[[nodiscard]] std::string to_string(const Types& types);  // "int8 x int8 -> int32"

struct PackDesign {
    Types types{};
    Open<Extent> tile{};  ///< m, k, n of a call
    Open<Extent> mmul{};  ///< r, s, t of the tiles in which operands lie
    Open<int> rows{};     ///< Y: rows of packs
    Open<int> size{};     ///< G: cores of a pack
    Open<int> packs{};    ///< X: packs in a row
    Open<int> stagger{};  ///< columns by which every other row is shifted to the east
    Open<Strategy> placement = unasked(Strategy::Address);
    Open<int> shift{};
    Open<kernels::Rounding> rounding = unasked(kernels::Rounding::ConvEven);
    std::optional<double> pl_clock_ghz{};  ///< nullopt: the device's clock
    std::int64_t iterations = 4;

    // Values that choose() adds.
    double peak_macs_per_cycle = 0;  ///< peak rate of a core
    std::string why_fewer_rows{};    ///< why there are fewer rows than the device has, as text;
                                     ///< empty: there are not

    /// M, K and N of an iteration.
    [[nodiscard]] Extent matrices() const {
        return {rows * tile->m, size * tile->k, packs * tile->n};
    }
    [[nodiscard]] int cores() const { return rows * size * packs; }
    /// Multiplications and additions of an iteration.
    [[nodiscard]] double operations() const;

    // Bytes of one buffer.
    [[nodiscard]] arch::Bytes a_tile() const { return storage(types.a, tile->m * tile->k); }
    [[nodiscard]] arch::Bytes b_tile() const { return storage(types.b, tile->k * tile->n); }
    [[nodiscard]] arch::Bytes c_tile() const { return storage(types.c, tile->m * tile->n); }
};

/// The kernel of a core in position `part` of its pack. Precondition: the design is complete.
[[nodiscard]] kernels::Kernel kernel_of(const PackDesign& design, kernels::ChainPart part);

/// Chooses what the design leaves open. Throws MappingError for impossible designs: types without a
/// kernel, tiles that no memory holds, packs for which there is no room.
[[nodiscard]] PackDesign choose(PackDesign design, const arch::Device& device);

}  // namespace xdnasim::gemm::packs
