#pragma once
// A number of a device file as it is written there, for people to read.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/enumerators.hpp"

namespace xdnasim::arch {

/// How well a number is known.
enum class Confidence : std::uint8_t { Measured, Documented, Fitted, Assumed };
inline constexpr std::array kConfidences{Confidence::Measured, Confidence::Documented,
                                         Confidence::Fitted, Confidence::Assumed};
static_assert(base::lists_all<kConfidences>());
/// The name in device files: "measured".
[[nodiscard]] std::string to_string(Confidence confidence);

/// Units of the numbers that affect only how long something takes, not what a design consists of.
inline constexpr std::array<std::string_view, 8> kUnitsOfTime{
    "cycles", "PL cycles", "ns", "us", "GHz", "GB/s", "MAC/cycle", "of the slots' cycles"};

struct Quantity {
    std::string path;  ///< "dram.read"
    std::string value;
    std::string unit;
    std::string source;
    Confidence confidence{};
    std::string allowed;   ///< "whole numbers from 0 to 100000"
    bool required = true;  ///< whether every device file must have it

    [[nodiscard]] bool is_of_time() const {
        return std::ranges::find(kUnitsOfTime, unit) != kUnitsOfTime.end();
    }
};

}  // namespace xdnasim::arch
