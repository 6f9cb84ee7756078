#pragma once
// The frames of mode 0 (event-time), which the payload of trace packets is made of, as mlir-aie's
// parser reads them (python/utils/trace/utils.py, convert_to_commands). It skips what a Stop holds;
// with c there, units of xdna-emu's recordings end as far apart as they start. Big-endian bit
// strings; e: slot, m: mask of slots, c: idle cycles, n: count.
//
//   Single0    0eeecccc                     1 byte
//   Single1    100eeecc c{8}                2
//   Single2    101eeecc c{16}               3
//   Multiple0  1100mmmm mmmmcccc            2
//   Multiple1  110100mm mmmmmmcc c{8}       3
//   Multiple2  110101mm mmmmmmcc c{16}      4
//   Repeat1    110110nn n{8}                2
//   Stop       110111xx xxxxxxcc c{16}      4
//   Repeat0    1110nnnn                     1
//   Start      11110x00 timer{56}           8
//   Filler     11111110                     1
//   Sync       11111111                     1

#include <cstdint>

namespace xdnasim::words {

enum class FrameKind : std::uint8_t {
    Event,   ///< cycles() without an event, then one in which the slots of mask() are asserted
    Repeat,  ///< the frame before, cycles() times more
    Start,   ///< the module's timer stands at timer()
    Stop,    ///< cycles() after the frame before
    Sync     ///< kSyncCycles without an event
};

/// In 64 bits, for speed: 63:56 kind; 55:0 timer of a Start; 39:32 mask and 31:0 cycles of others.
class Frame {
 public:
    static constexpr unsigned kMaskShift = 32;
    static constexpr unsigned kKindShift = 56;

    constexpr Frame() = default;
    constexpr explicit Frame(std::uint64_t bits) : bits_{bits} {}
    static constexpr Frame event(std::uint8_t mask, std::uint32_t idle) {
        return Frame{std::uint64_t{mask} << kMaskShift | idle};
    }
    static constexpr Frame repeat(std::uint32_t times) { return of(FrameKind::Repeat, times); }
    /// Precondition: `timer` has 56 bits.
    static constexpr Frame start(std::uint64_t timer) { return of(FrameKind::Start, timer); }
    static constexpr Frame stop(std::uint32_t cycles) { return of(FrameKind::Stop, cycles); }
    static constexpr Frame sync() { return of(FrameKind::Sync, 0); }

    [[nodiscard]] constexpr FrameKind kind() const {
        return static_cast<FrameKind>(bits_ >> kKindShift);
    }
    [[nodiscard]] constexpr std::uint8_t mask() const {
        return static_cast<std::uint8_t>(bits_ >> kMaskShift);
    }
    [[nodiscard]] constexpr std::uint32_t cycles() const {
        return static_cast<std::uint32_t>(bits_);
    }
    [[nodiscard]] constexpr std::uint64_t timer() const {
        return bits_ & ((std::uint64_t{1} << kKindShift) - 1);
    }
    bool operator==(const Frame&) const = default;

 private:
    static constexpr Frame of(FrameKind kind, std::uint64_t rest) {
        return Frame{static_cast<std::uint64_t>(kind) << kKindShift | rest};
    }

    std::uint64_t bits_ = 0;
};

inline constexpr std::uint32_t kMaxIdle = (1U << 18) - 1;  ///< that a frame can express
inline constexpr std::uint32_t kMaxRepeat = 1023;
inline constexpr std::uint64_t kMaxTimer = (std::uint64_t{1} << 56) - 1;
/// mlir-aie's parser takes no time for a Sync and no recording has one: the figure is that of
/// its comments.
inline constexpr std::uint32_t kSyncCycles = 0x3FFFF;

/// The bytes of a frame but Start, right-aligned.
struct FrameBytes {
    std::uint32_t value = 0;
    int count = 0;
};

/// The shortest form. Precondition: `mask` not 0, `idle` at most kMaxIdle.
[[nodiscard]] FrameBytes event_bytes(std::uint8_t mask, std::uint32_t idle);
/// Precondition: `count` is 1 to kMaxRepeat.
[[nodiscard]] FrameBytes repeat_bytes(std::uint32_t count);
/// Precondition: `idle` at most kMaxIdle.
[[nodiscard]] FrameBytes stop_bytes(std::uint32_t idle);
inline constexpr FrameBytes kSyncBytes{0xFF, 1};

}  // namespace xdnasim::words
