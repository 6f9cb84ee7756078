#pragma once
// How many bits numbers have.

#include "arch/units.hpp"

namespace xdnasim::design {

/// A word of memory, which DMAs move.
inline constexpr int kWordBits = static_cast<int>(arch::kWord.count()) * arch::kBitsPerByte;

/// The widest number that the code of a core or of a sequence computes with.
inline constexpr int kValueBits = 64;

}  // namespace xdnasim::design
