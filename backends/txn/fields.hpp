#pragma once
// Fields of registers.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xdnasim::txn {

/// Bits msb:lsb of word `word` of a block of registers.
struct Field {
    std::string_view name;
    std::size_t word = 0;
    int msb = 31;
    int lsb = 0;
    [[nodiscard]] constexpr std::int64_t max() const {
        return (std::int64_t{2} << (msb - lsb)) - 1;
    }
};

}  // namespace xdnasim::txn
