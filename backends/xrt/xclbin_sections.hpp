#pragma once
// The sections of an xclbin that XRT follows from one to the other: kernels, memories, and which
// argument of which kernel lies in which memory. XRT 2.13 takes their counts and indices as they
// come.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace xdnasim::backends {

/// Kinds of sections, in XRT's xclbin.h.
enum class XclbinSectionKind : std::uint32_t {
    EmbeddedMetadata = 2,
    MemTopology = 6,
    Connectivity = 7,
    IpLayout = 8,
    GroupTopology = 26,
    GroupConnectivity = 27,
};

struct XclbinSection {
    XclbinSectionKind kind{};  ///< or another one, which is not looked at
    std::string content;
};

[[nodiscard]] bool is_looked_at(XclbinSectionKind kind);

/// Throws Error with ExitCode::Unavailable, and the section and the number in it, when a section
/// that is needed is missing, or one says what does not hold. `file`: that they are of.
void require_sound_sections(std::span<const XclbinSection> sections,
                            const std::filesystem::path& file);

}  // namespace xdnasim::backends
