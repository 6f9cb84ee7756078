#pragma once
// The layout of a stream, for reading and writing it: the lengths of its parts and the positions of
// their fields.
//
// Header, codes of operations and the compact form of version 1.0 are those of aie-rt
// (driver/src/core/xaie_txn.h); TCT, DDR_PATCH, LOAD_PDI and the scratchpad's operations are laid
// out as mlir-aie writes them (lib/Targets/AIETargetNPU.cpp).

#include <cstddef>
#include <cstdint>
#include <span>

#include "backends/txn/instructions.hpp"

namespace xdnasim::txn {

inline constexpr std::size_t kHeaderWords = 4;

/// Lengths of operations in words, where they depend on the version only. That of a BLOCKWRITE is
/// without its data.
struct Lengths {
    std::size_t write;
    std::size_t block_write;
    std::size_t mask_write;
    std::size_t ddr_patch;
};

[[nodiscard]] constexpr Lengths lengths_of(Version version) {
    return version == Version::V0_1 ? Lengths{6, 4, 7, 12} : Lengths{3, 3, 4, 6};
}

inline constexpr std::size_t kTctWords = 4;
inline constexpr std::size_t kLoadPdiWords = 4;
inline constexpr std::size_t kScratchpadWords = 4;
inline constexpr std::size_t kUpdateRegWords = 3;

/// Bits msb:lsb of a word.
struct Bits {
    int msb = 31;
    int lsb = 0;
    [[nodiscard]] constexpr std::uint32_t of(std::uint32_t word) const {
        return word >> lsb & static_cast<std::uint32_t>((std::uint64_t{2} << (msb - lsb)) - 1);
    }
};

// Header.
inline constexpr Bits kMajor{7, 0}, kMinor{15, 8}, kGeneration{23, 16}, kRows{31, 24};
inline constexpr Bits kColumns{7, 0}, kMemTileRows{15, 8};
// Operations.
inline constexpr Bits kCode{7, 0}, kLevel{15, 8}, kPdi{31, 16};
inline constexpr Bits kTctDirection{7, 0}, kTctRow{15, 8}, kTctColumn{23, 16};
inline constexpr Bits kTctRows{15, 8}, kTctColumns{23, 16}, kTctChannel{31, 24};

/// Returns what a DDR_PATCH adds to the address of its argument in addition to the offset. The
/// firmware translates the addresses of the first five arguments to those that the array uses; for
/// the others the stream has to add the difference (mlir-aie kNumFirmwareTranslatedArgs,
/// kDDRAIEAddrOffset).
[[nodiscard]] constexpr std::uint32_t translation_of(std::uint32_t argument) {
    constexpr std::uint32_t kTranslatedArguments = 5;
    return argument < kTranslatedArguments ? 0 : 0x80000000;
}

// Early streams of npu1, which have no header (read_early_stream.cpp).

[[nodiscard]] bool is_early_stream(std::span<const std::uint32_t> words);
/// Precondition: is_early_stream(). Throws StreamError.
[[nodiscard]] Stream read_early_stream(std::span<const std::uint32_t> words);

}  // namespace xdnasim::txn
