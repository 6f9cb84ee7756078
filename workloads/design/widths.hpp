#pragma once
// Widths of words and numbers, in bits.

#include "arch/units.hpp"

namespace xdnasim::design {

/// Bits of a memory word, the unit that DMAs move.
inline constexpr int kWordBits = static_cast<int>(arch::kWord.count()) * arch::kBitsPerByte;

/// Bits of the widest number that the code of a core or of a sequence computes with.
inline constexpr int kValueBits = 64;

}  // namespace xdnasim::design
