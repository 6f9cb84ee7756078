#pragma once
// The generations of cores.

#include <array>
#include <cstdint>
#include <string>

#include "base/enumerators.hpp"

namespace xdnasim::arch {

enum class Generation : std::uint8_t { AieMl, Aie2p };
inline constexpr std::array kGenerations{Generation::AieMl, Generation::Aie2p};
static_assert(base::lists_all<kGenerations>());

/// The name in device files, recordings and manifests: "aie-ml", "aie2p".
[[nodiscard]] std::string to_string(Generation generation);

}  // namespace xdnasim::arch
