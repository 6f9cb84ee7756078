#include "traces/words/frame.hpp"

#include <bit>

namespace xdnasim::words {
FrameBytes event_bytes(std::uint8_t mask, std::uint32_t idle) {
    if (std::has_single_bit(mask)) {
        const auto slot = static_cast<std::uint32_t>(std::countr_zero(mask));
        if (idle < 1U << 4) return {slot << 4 | idle, 1};
        if (idle < 1U << 10) return {0x8000 | slot << 10 | idle, 2};
        return {0xA0'0000 | slot << 18 | idle, 3};
    }
    const std::uint32_t slots = mask;
    if (idle < 1U << 4) return {0xC000 | slots << 4 | idle, 2};
    if (idle < 1U << 10) return {0xD0'0000 | slots << 10 | idle, 3};
    return {0xD400'0000 | slots << 18 | idle, 4};
}

FrameBytes repeat_bytes(std::uint32_t count) {
    if (count < 1U << 4) return {0xE0 | count, 1};
    return {0xD800 | count, 2};
}

FrameBytes stop_bytes(std::uint32_t idle) {
    return {0xDC00'0000 | idle, 4};
}

}  // namespace xdnasim::words
