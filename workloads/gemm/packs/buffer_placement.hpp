#pragma once
// Placement of a core's buffers in the banks of a memory (Mhatre et al., FPL 2025, section IV-A).

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::gemm::packs {

inline constexpr int kTurns = 2;  ///< buffers of a matrix: ping and pong

/// One of the two buffers of a matrix.
struct Spot {
    Matrix matrix{};
    int turn = 0;  ///< 0 is ping, 1 is pong
    arch::Bytes address{};
    arch::Bytes size{};

    [[nodiscard]] arch::Bytes end() const { return address + size; }
    [[nodiscard]] std::string name() const;  // "A0"
};

struct MatrixBuffers {
    Matrix matrix{};
    arch::Bytes size{};  ///< bytes of one of the two buffers
};

/// Places buffers by Algorithm 1 of the paper, in the order A0 A1 B0 B1 C0 C1, each in the first
/// bank that fits:
///   - ping and pong of a matrix lie neither in the same bank nor in neighbouring banks;
///   - A and B lie in banks of their own; a buffer of C may share such a bank, behind A or B;
///   - if a bank overflows, the buffer of the next bank begins behind it.
/// The algorithm as printed would place C1 beside C0; the published addresses follow the first
/// rule. Throws MappingError when a buffer finds no bank or ends beyond the memory.
[[nodiscard]] std::vector<Spot> place_by_address(const std::vector<MatrixBuffers>& matrices,
                                                 const arch::Device& device);

/// Places buffers one after the other, in the same order, from address 0 on, regardless of banks.
/// The paper's placement by location is fragmented, but the paper does not say how. Throws
/// MappingError when they do not fit.
[[nodiscard]] std::vector<Spot> place_by_location(const std::vector<MatrixBuffers>& matrices,
                                                  const arch::Device& device);

/// The banks of a core's memory as a program sees them: pairs of physical banks, which a vector
/// access takes as a whole (AM020).
struct ProgramBanks {
    int count = 0;
    arch::Bytes size{};
};
[[nodiscard]] ProgramBanks program_banks(const arch::Device& device);

}  // namespace xdnasim::gemm::packs
