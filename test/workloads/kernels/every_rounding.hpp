#pragma once
// All ways of rounding, to be gone through.

#include <array>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels::test {

inline constexpr std::array kRoundings{
    Rounding::Floor,        Rounding::Ceil,          Rounding::PositiveInf, Rounding::NegativeInf,
    Rounding::SymmetricInf, Rounding::SymmetricZero, Rounding::ConvEven,    Rounding::ConvOdd};

}  // namespace xdnasim::kernels::test
