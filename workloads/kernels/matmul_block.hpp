#pragma once
// A block of C in accumulators: how it starts before the first step, and how it leaves after the
// last.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/slot_model.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/matmul_tiles.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// What becomes of C between memory and accumulators.
enum class Passage : std::uint8_t {
    Shifted,    ///< by the UPS and SRS units
    Converted,  ///< to fp32 and back
    AsItIs,
};

class BlockOfC {
 public:
    BlockOfC(const Matmul& matmul, const arch::SlotModel& slots, Blocking blocking);

    /// C as it lies in memory.
    [[nodiscard]] vliw::InstructionList loaded() const;
    /// The bias of its columns in every row: loaded into the first tile of a column, as C in int32
    /// is, and copied to the others. Where a load is wider than a row of a tile, memory holds the
    /// row as often as a load needs it. Precondition: accumulators of 32 bits, as the bias.
    [[nodiscard]] vliw::InstructionList biased() const;
    /// The values that biased() gives a tile in that row; the first carries the tile's name.
    [[nodiscard]] std::vector<std::string> bias_values(const std::string& tile, int row) const;

    [[nodiscard]] vliw::InstructionList stored() const;
    /// With 0 in place of what is negative.
    [[nodiscard]] vliw::InstructionList stored_rectified() const;

 private:
    void load_parts(vliw::InstructionList& list, const char* operation, const std::string& array,
                    const std::string& tile, int loads) const;
    [[nodiscard]] int bias_parts(int row) const;
    void rectify(vliw::InstructionList& list, const std::string& tile) const;

    const Matmul& matmul_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    Passage passage_;
    int tile_bits_;  ///< in memory
};

}  // namespace xdnasim::kernels
