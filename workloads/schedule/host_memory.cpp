#include "workloads/schedule/host_memory.hpp"

#include <algorithm>

namespace xdnasim::schedule {

std::vector<std::byte> random_bytes(arch::Bytes size, std::mt19937_64& random) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(size.count()));
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random() >> 56); });
    return bytes;
}

Difference difference(std::span<const std::byte> expected, std::span<const std::byte> got) {
    Difference found;
    for (std::size_t i = expected.size(); i-- > 0;) {
        if (expected[i] == got[i]) continue;
        found = {found.count + 1, static_cast<std::int64_t>(i), std::to_integer<int>(expected[i]),
                 std::to_integer<int>(got[i])};
    }
    return found;
}

}  // namespace xdnasim::schedule
