#include "base/fingerprint.hpp"

#include <fmt/format.h>

namespace xdnasim::base {

std::string fingerprint_text(std::uint64_t fingerprint) {
    return fmt::format("{:0{}x}", fingerprint, kFingerprintDigits);
}

}  // namespace xdnasim::base
