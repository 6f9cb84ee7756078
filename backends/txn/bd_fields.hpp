#pragma once
// The fields of a shim's BD as aiex.npu.writebd names them (mlir-aie AIEX.td), and where they lie
// in its eight words (AM025, AIE-ML NoC module).

#include <array>
#include <cstdint>

#include "backends/txn/shim_bd.hpp"

namespace xdnasim::txn {

struct BdField {
    const char* name;
    std::size_t word;
    int msb;
    int lsb;
    bool is_signed = false;

    [[nodiscard]] std::int64_t min() const;
    [[nodiscard]] std::int64_t max() const;
    [[nodiscard]] std::int64_t get(const BdWords& words) const;
    /// Precondition: min() <= value <= max(); the field is still 0.
    void put(BdWords& words, std::int64_t value) const;
};

/// In the order of their names. The address is not among them: an address_patch gives it.
inline constexpr std::array kBdFields{BdField{"buffer_length", 0, 31, 0},
                                      BdField{"d0_size", 3, 29, 20},
                                      BdField{"d0_stride", 3, 19, 0},
                                      BdField{"d1_size", 4, 29, 20},
                                      BdField{"d1_stride", 4, 19, 0},
                                      BdField{"d2_stride", 5, 19, 0},
                                      BdField{"enable_packet", 2, 30, 30},
                                      BdField{"iteration_current", 6, 31, 26},
                                      BdField{"iteration_size", 6, 25, 20},
                                      BdField{"iteration_stride", 6, 19, 0},
                                      BdField{"lock_acq_enable", 7, 12, 12},
                                      BdField{"lock_acq_id", 7, 3, 0},
                                      BdField{"lock_acq_val", 7, 11, 5, true},
                                      BdField{"lock_rel_id", 7, 16, 13},
                                      BdField{"lock_rel_val", 7, 24, 18, true},
                                      BdField{"next_bd", 7, 30, 27},
                                      BdField{"out_of_order_id", 2, 29, 24},
                                      BdField{"packet_id", 2, 23, 19},
                                      BdField{"packet_type", 2, 18, 16},
                                      BdField{"use_next_bd", 7, 26, 26},
                                      BdField{"valid_bd", 7, 25, 25}};

/// Fields that a shim's BD does not have, and those that an address_patch or mlir-aie itself sets:
/// 0 in all that is written here, but for the burst_length of a trace's BD, in bytes. One of 0 is
/// the longest.
inline constexpr std::array kUnusedBdFields{"buffer_offset",  "burst_length",  "d0_zero_after",
                                            "d0_zero_before", "d1_zero_after", "d1_zero_before",
                                            "d2_size",        "d2_zero_after", "d2_zero_before"};

}  // namespace xdnasim::txn
