#pragma once
// A number of a device file as it stands there, for people to read.

#include <array>
#include <cstdint>
#include <string>

#include "base/enumerators.hpp"

namespace xdnasim::arch {

/// How well a number is known.
enum class Confidence : std::uint8_t { Measured, Documented, Fitted, Assumed };
inline constexpr std::array kConfidences{Confidence::Measured, Confidence::Documented,
                                         Confidence::Fitted, Confidence::Assumed};
static_assert(base::lists_all<kConfidences>());
/// As device files have it: "measured".
[[nodiscard]] std::string to_string(Confidence confidence);

struct Quantity {
    std::string path;  ///< "dram.read"
    std::string value;
    std::string unit;
    std::string source;
    Confidence confidence{};
    std::string allowed;   ///< "whole numbers from 0 to 100000"
    bool required = true;  ///< in every device file
};

}  // namespace xdnasim::arch
