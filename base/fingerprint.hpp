#pragma once
// A hash that distinguishes files and buffers: FNV-1a in 64 bits. It detects accidental
// differences, but is not safe against deliberate ones. http://www.isthe.com/chongo/tech/comp/fnv

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xdnasim::base {

class Fingerprint {
 public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes)
            state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * kPrime;
    }
    void add(std::string_view text) { add(std::as_bytes(std::span{text})); }
    [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
    static constexpr std::uint64_t kPrime = 0x100000001b3;
    std::uint64_t state_ = 0xcbf29ce484222325;
};

[[nodiscard]] inline std::uint64_t fingerprint(std::span<const std::byte> bytes) {
    Fingerprint all;
    all.add(bytes);
    return all.value();
}

[[nodiscard]] inline std::uint64_t fingerprint(std::string_view text) {
    return fingerprint(std::as_bytes(std::span{text}));
}

inline constexpr std::size_t kFingerprintDigits = 16;
/// The fingerprint in hexadecimal, with kFingerprintDigits digits.
[[nodiscard]] std::string fingerprint_text(std::uint64_t fingerprint);

}  // namespace xdnasim::base
